// The sixth schema: a merchant's address that moved says where to, so that what was paid at the old one is looked up at the
// new one. In: a file of schema 5. Out: the same, with nothing moved yet. This file must never be edited once released.

/** The statements of schema 6. Shape: `moved_to` null where the address is still the merchant's. */
export const SCHEMA_6 = 'ALTER TABLE merchants ADD COLUMN moved_to INTEGER REFERENCES merchants;';
