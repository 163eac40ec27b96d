// Electron's `dialog`. A test answers for the person by replacing one of these functions; by default the person cancels.

import type { MessageBoxReturnValue, OpenDialogReturnValue, SaveDialogReturnValue } from 'electron';

/** The button that changes nothing, if the app named one. */
function cancelOf(args: readonly unknown[]): number {
  const options = args.at(-1);
  const cancelId: unknown = typeof options === 'object' && options !== null ? Reflect.get(options, 'cancelId') : 0;
  return typeof cancelId === 'number' ? cancelId : 0;
}

export const dialog = {
  showMessageBox: (...args: unknown[]): Promise<MessageBoxReturnValue> =>
    Promise.resolve({ response: cancelOf(args), checkboxChecked: false }),
  showErrorBox: (title: string, content: string): void => void process.stderr.write(`${title}: ${content}\n`),
  showOpenDialog: (): Promise<OpenDialogReturnValue> => Promise.resolve({ canceled: true, filePaths: [] }),
  showSaveDialog: (): Promise<SaveDialogReturnValue> => Promise.resolve({ canceled: true, filePath: '' }),
};
