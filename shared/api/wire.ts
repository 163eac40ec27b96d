// The loopback door's addresses. The secret is in the URL's fragment and expires after its first use.

import { z } from 'zod';

/** POST `{secret}`: exchanges the one-time secret from the URL's fragment for the session cookie and a key for the page. */
export const SESSION_PATH = '/api/session';
export const SESSION_KEY = z.object({ key: z.string() });

/**
 * The page's key, sent with every command, file and stream. A browser sends the cookie to every port of this address, but the
 * key to nobody. A download has no key, because only this page knows its handle.
 */
export const KEY_HEADER = 'x-desk-key';

/** POST `{name, params}`: one command of the contract; answers a Reply. */
export const COMMAND_PATH = '/api/command';

/** POST the bytes of a spreadsheet or a backup as `application/octet-stream`; answers a Reply with a FileHandle. */
export const FILES_PATH = '/api/files';

/** The name of an uploaded file, percent-encoded. */
export const FILE_NAME_HEADER = 'x-file-name';

/** GET `DOWNLOADS_PATH/HANDLE`: a file that a command made. */
export const DOWNLOADS_PATH = '/api/downloads';

/** GET: the desk's events as server-sent events, each with its number; `Last-Event-ID` catches up. */
export const EVENTS_PATH = '/api/events';

/** The secret in the URL: `http://127.0.0.1:PORT/#key=SECRET`. */
export const SECRET_FRAGMENT = '#key=';
