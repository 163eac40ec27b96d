import { type ReactNode, Suspense, use, useState } from 'react';
import { GUIDE } from '../../../shared/text/places.ts';
import { SETTINGS } from '../../../shared/text/settings.ts';
import { SHELL } from '../../../shared/text/shell.ts';
import { Button, LinkButton } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useScreen } from '../../ui/navigation.ts';
import { Page, Stack } from '../../ui/page.tsx';
import styles from './papers.module.css';
import type * as Papers from './papers.ts';
import type { GuideBlock, GuideText } from './papers.ts';

/** The user guide, in the person's language. */
export function GuideScreen() {
  return (
    <Suspense fallback={null}>
      <Guide />
    </Suspense>
  );
}

function Guide() {
  const { guides } = usePapers();
  const { settings } = useScreen();
  const [language, setLanguage] = useState<keyof typeof guides>(settings.language);
  const [title, ...blocks] = guides[language];
  const other = language === 'en' ? 'hi' : 'en';
  return (
    <Page
      title={title?.kind === 'heading' ? title.text : GUIDE.title}
      isNarrow
      actions={<Button onClick={() => setLanguage(other)}>{GUIDE.languages[other]}</Button>}
    >
      <article lang={language} className={`tight gap-3 ${styles.guide}`}>
        {blocks.map((block, at) => (
          // The blocks of one language never change order.
          <Block key={`${language} ${at}`} block={block} />
        ))}
      </article>
    </Page>
  );
}

function Block({ block }: { readonly block: GuideBlock }): ReactNode {
  if (block.kind === 'heading') return <h2>{block.text}</h2>;
  if (block.kind === 'paragraph')
    return (
      <p>
        <Words text={block.text} />
      </p>
    );
  if (block.kind === 'picture') return <img src={`./${block.file}`} alt={block.about} loading="lazy" />;
  const List = block.isOrdered ? 'ol' : 'ul';
  return (
    <List>
      {block.items.map((item) => (
        <li key={item.map(({ text }) => text).join('')}>
          <Words text={item} />
        </li>
      ))}
    </List>
  );
}

function Words({ text }: { readonly text: GuideText }): ReactNode {
  return text.map((piece) => {
    if (piece.weight === 'strong') return <strong key={piece.text}>{piece.text}</strong>;
    return piece.weight === 'emphasis' ? <em key={piece.text}>{piece.text}</em> : piece.text;
  });
}

/** The licences of the packages in this program. */
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

let loading: Promise<typeof Papers> | null = null;

/** Loads the texts once, because they are longer than the rest of the page. Suspends until then. */
function usePapers(): typeof Papers {
  loading ??= import('./papers.ts');
  return use(loading);
}
