import { Suspense, useState } from 'react';
import { SETTINGS } from '../../text/settings.ts';
import { SHELL } from '../../text/shell.ts';
import { LinkButton } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Stack } from '../../ui/page.tsx';
import styles from './papers.module.css';
import { usePapers } from './use-papers.ts';

/** Whose work this program stands on, a press away. */
export function Licences() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <LinkButton onClick={() => setOpen(true)}>{SETTINGS.licences}</LinkButton>
      {isOpen ? <LicencesDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function LicencesDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={SETTINGS.licences} act={null} cancel={SHELL.close} onClose={onClose}>
      <Stack>
        <p>{SETTINGS.licencesAbout}</p>
        <Suspense fallback={null}>
          <LicenceTexts />
        </Suspense>
      </Stack>
    </Dialog>
  );
}

function LicenceTexts() {
  return usePapers().licences.map(({ licence, packages, text }) => (
    <details key={packages.join()}>
      <summary>
        {licence}: {packages.join(', ')}
      </summary>
      <pre className={styles.licence}>{text}</pre>
    </details>
  ));
}
