// Imports nothing, so that the preload stays small. The page never sees these channels, only named functions.

/** Invoked with a command's name and params; answers a Reply. */
export const COMMAND_CHANNEL = 'desk:command';

/** Invoked with a file's name and bytes; answers a Reply with a FileHandle. */
export const GIVE_FILE_CHANNEL = 'desk:give-file';

/** Invoked with a download's handle; answers a Reply, with `saved` false when the person cancelled. */
export const SAVE_DOWNLOAD_CHANNEL = 'desk:save-download';

/** Invoked without arguments: ends the app, asking first while payouts are sent, and starts it again. */
export const RESTART_CHANNEL = 'desk:restart';

/** `follow` is sent with a number the page chose; events with that number come on `message` until `unfollow` is sent. */
export interface FeedChannels {
  readonly follow: string;
  readonly unfollow: string;
  readonly message: string;
}

export const EVENT_CHANNELS: FeedChannels = {
  follow: 'desk:follow-events',
  unfollow: 'desk:unfollow-events',
  message: 'desk:event',
};

export const WINDOW_REQUEST_CHANNELS: FeedChannels = {
  follow: 'desk:follow-window-requests',
  unfollow: 'desk:unfollow-window-requests',
  message: 'desk:window-request',
};
