// The windows that are open.

interface ClosableWindow {
  close(): void;
  /** Resolves once it is known whether it closes: false when something kept it open. */
  closing(): Promise<boolean>;
}

const windows = new Set<ClosableWindow>();

export function addWindow(window: ClosableWindow): void {
  windows.add(window);
}

export function removeWindow(window: ClosableWindow): void {
  windows.delete(window);
}

export function allWindows(): readonly ClosableWindow[] {
  return [...windows];
}
