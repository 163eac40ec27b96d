// Source: Electron, "Fuses"; @electron/fuses, FuseV1Options. This file must never open a fuse for a test: the tests run
// the runtime as it is downloaded.

export const WANTED_FUSES = {
  /** Nobody runs the app as plain Node, with its name and its right to the keychain. */
  RunAsNode: false,
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  /** The program is what was signed, and nothing beside it is loaded instead. */
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  /** The page never comes from a file address. */
  GrantFileProtocolExtraPrivileges: false,
} as const;
