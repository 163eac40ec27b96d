// How an answer can end. In: nothing. Out: a type. This file must never say what an ending means for the money.

/** How an answer ended. Only a whole one says anything about money; `notJson` here is an answer that is not even HTTP. */
export type AnswerEnding = 'whole' | 'cut' | 'timeout' | 'tooLarge' | 'notJson';
