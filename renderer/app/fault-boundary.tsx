// Shows a message when a screen fails to render. Without it the whole window goes white, and stays white after a reload because
// the address leads to the same screen.

import { Component, type ReactNode } from 'react';
import { SHELL } from '../../shared/text/shell.ts';
import { Button } from '../ui/controls.tsx';
import { go, HOME } from '../ui/navigation.ts';
import { Notice } from '../ui/notice.tsx';

interface FaultBoundaryProps {
  /** Where the window is. Going elsewhere clears the fault. */
  readonly place: unknown;
  readonly children: ReactNode;
}

interface FaultBoundaryState {
  /** Where the window was at the last check. */
  readonly place: unknown;
  readonly isFaulty: boolean;
}

export class FaultBoundary extends Component<FaultBoundaryProps, FaultBoundaryState> {
  static getDerivedStateFromError(): Partial<FaultBoundaryState> {
    return { isFaulty: true };
  }

  static getDerivedStateFromProps(
    { place }: FaultBoundaryProps,
    before: FaultBoundaryState,
  ): FaultBoundaryState | null {
    return place === before.place ? null : { place, isFaulty: false };
  }

  override state: FaultBoundaryState = { place: this.props.place, isFaulty: false };

  override render(): ReactNode {
    if (!this.state.isFaulty) return this.props.children;
    return (
      <Notice
        tone="error"
        title={SHELL.notDrawn}
        about={SHELL.notDrawnHelp}
        actions={
          <>
            <Button onClick={() => window.location.reload()}>{SHELL.reload}</Button>
            <Button onClick={() => go(HOME)}>{SHELL.toPayouts}</Button>
          </>
        }
      />
    );
  }
}
