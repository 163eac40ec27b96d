// What the gateway can say, as data, with the failure bodies that several operations share. In: words. Out: an answer.
// Source: gateway specification, Errors. This file must never touch a socket.

/** Shape: `cut` is no answer at all, the connection ends. `headers` are name and value in turn. */
export type Answer =
  | {
      readonly kind: 'body';
      readonly httpStatus: number;
      readonly text: string;
      readonly headers: readonly string[];
    }
  | { readonly kind: 'cut' };

/** An answer whose body is this JSON text. */
export function answerText(httpStatus: number, text: string): Answer {
  return { kind: 'body', httpStatus, text, headers: [] };
}

/** An answer whose body is this object. */
export function answerJson(httpStatus: number, body: object): Answer {
  return answerText(httpStatus, JSON.stringify(body));
}

/** A failure with its HTTP status as `error_code`. Source: Endpoints, rule 7. */
export function answerFailure(httpStatus: number, message: string): Answer {
  return answerJson(httpStatus, { status: false, message, error_code: httpStatus });
}

/** The same, with headers of its own. */
export function answerFailureWith(failure: {
  readonly httpStatus: number;
  readonly message: string;
  readonly headers: readonly string[];
}): Answer {
  const { httpStatus, message, headers } = failure;
  const text = JSON.stringify({ status: false, message, error_code: httpStatus });
  return { kind: 'body', httpStatus, text, headers };
}

/** Source: Errors, Invalid merchant ID. Shape: `input` is the request as received, `mid` in its documented type. */
export function answerInvalidMid(input: object): Answer {
  return answerJson(400, { status: false, message: 'Invalid mid', input, error_code: 400 });
}
