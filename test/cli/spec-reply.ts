// What the gateway of the tests answers. In: nothing. Out: a type. This file must never hold an answer.

/** Shape: a text is sent as it is; null cuts the connection. */
export type Reply = { readonly http: number; readonly body: object | string; readonly retryAfter?: string } | null;
