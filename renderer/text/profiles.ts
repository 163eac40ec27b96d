// The words of the first run and of profiles. In: nothing. Out: words. This file must never name a token's content.

export const PROFILES = {
  welcome: 'How do you want to start?',
  welcomeAbout: 'You can change this at any time in Settings.',
  practice: 'Try it with practice money',
  practiceAbout:
    'A gateway inside this program that behaves like the real one. No account needed, no money moves, and everything it does is marked PRACTICE.',
  practiceButton: 'Start with practice',
  real: 'Connect your merchant account',
  realAbout: 'You need the address, the merchant id (mid) and the token that the gateway gave you.',
  existing: 'Some accounts are set up already; they are in the list at the top once you have started.',
  name: 'Name of this account',
  nameHint: 'Your own word for it, such as Salaries HDFC.',
  baseUrl: "Gateway's address",
  baseUrlHint: 'Starts with https://',
  mid: 'Merchant id (mid)',
  midHint: 'Digits only.',
  token: 'Token',
  tokenHint: 'Kept in the keychain of this computer. It is never shown again.',
  test: 'Save and test connection',
  testing: 'Asking the gateway for the wallet',
  connected: 'The gateway answered.',
  connectedAbout: (balance: string): string => `Address, merchant id and token are right. The wallet says ${balance}.`,
  use: 'Use this account',
  forSession: 'The token is kept in memory only.',
  forSessionAbout:
    'This computer has no keychain. The token is gone when Payout Desk is closed, and is asked for again next time.',
  midWrong: 'Digits only, at most 15, not beginning with 0.',
  tokenBroken: 'Not pasted: the copied text has a blank or a line break inside. Copy the token alone.',
} as const;
