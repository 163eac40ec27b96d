// What the gateway of the tests answers.

/** Shape: a text is sent as it is; null cuts the connection. */
export type Reply = { readonly http: number; readonly body: object | string; readonly retryAfter?: string } | null;
