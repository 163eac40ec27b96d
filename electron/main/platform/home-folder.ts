import { homedir } from 'node:os';
import { RefusedStart } from '../../../shared/failures.ts';

/** This user's own folder. Errors: throws RefusedStart where neither the environment nor the system names one. */
export function homeFolder(): string {
  try {
    return homedir();
  } catch {
    throw new RefusedStart({
      code: 'noHomeFolder',
      message: 'This user has no home folder on this computer.',
      cure: 'Set HOME to a folder of your own, or name folders with XDG_DATA_HOME and XDG_STATE_HOME.',
    });
  }
}
