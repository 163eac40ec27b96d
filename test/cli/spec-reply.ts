/** A text body is sent unchanged; null cuts the connection. */
export type Reply = { readonly http: number; readonly body: object | string; readonly retryAfter?: string } | null;
