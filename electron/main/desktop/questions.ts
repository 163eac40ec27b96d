// What the app asks and says in the system's own boxes. In: nothing. Out: the boxes, as Electron takes them.
// This file must never make the riskier answer the one that Enter gives.

import type { MessageBoxOptions, OpenDialogOptions } from 'electron';
import { SPREADSHEET_ENDINGS } from '../../../shared/spreadsheets.ts';

/** Where Pause and quit stands among the buttons. */
export const PAUSE_AND_QUIT = 1;

/** Asked before quitting while payouts are sent. */
export function askToQuit(): MessageBoxOptions {
  return {
    type: 'question',
    message: 'Payouts are being sent.',
    detail:
      'Pause and quit waits for the answers that are on their way. What is not sent yet stays queued, and goes on when you press Resume.',
    buttons: ['Stay', 'Pause and quit'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  };
}

/** Where Leave now stands among the buttons. */
export const LEAVE_NOW = 1;

/** Asked of who wishes to quit once more while the answers are waited for. */
export function askToLeaveAtOnce(): MessageBoxOptions {
  return {
    type: 'warning',
    message: 'Payout Desk still waits for answers.',
    detail:
      'Nothing new is sent. If you leave now, what is on its way is in doubt: it is looked up when you start Payout Desk again, and never sent a second time.',
    buttons: ['Wait', 'Leave now'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  };
}

/** Said when the page breaks again and again. */
export function askAfterCrash(): MessageBoxOptions {
  return {
    type: 'error',
    message: 'The window of Payout Desk stopped working.',
    detail: 'What is being sent goes on, and nothing is sent twice.',
    buttons: ['Show the window again'],
    noLink: true,
  };
}

export function askForSpreadsheet(): OpenDialogOptions {
  return {
    title: 'Open a payout file',
    properties: ['openFile'],
    filters: [{ name: 'Spreadsheets', extensions: SPREADSHEET_ENDINGS.map((ending) => ending.slice(1)) }],
  };
}
