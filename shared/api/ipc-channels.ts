// The channels between the preload and the desktop app's main process. In: nothing. Out: their names.
// This file must never be read by the page: it knows named functions only. It imports nothing, so the preload stays small.

/** Invoked with a command's name and its params; answers a Reply. */
export const COMMAND_CHANNEL = 'desk:command';

/** Invoked with a file's name and bytes; answers a Reply with a FileHandle. */
export const GIVE_FILE_CHANNEL = 'desk:give-file';

/** Invoked with a download's handle; answers a Reply: `saved` false when the person chose not to. */
export const SAVE_DOWNLOAD_CHANNEL = 'desk:save-download';

/** Sent with a number of the page's own: what follows comes on `told` with that number, until `unfollow` names it. */
export interface FeedChannels {
  readonly follow: string;
  readonly unfollow: string;
  readonly told: string;
}

export const EVENT_CHANNELS: FeedChannels = {
  follow: 'desk:follow-events',
  unfollow: 'desk:unfollow-events',
  told: 'desk:event',
};

export const WISH_CHANNELS: FeedChannels = {
  follow: 'desk:follow-wishes',
  unfollow: 'desk:unfollow-wishes',
  told: 'desk:wish',
};
