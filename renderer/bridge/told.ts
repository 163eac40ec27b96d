import type { NotDone, Reply } from '../../shared/api/reply.ts';

/** `lost`: no answer came; whether a changing command was carried out is not known, and its command id asks again safely. */
export type Told<Value> = Reply<Value> | { readonly kind: 'lost' };

export type NotTold = NotDone | { readonly kind: 'lost' };
