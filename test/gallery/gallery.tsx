// Every control in every state, both themes side by side. A new component of renderer/ui is added here.

import '../../renderer/ui/tokens.css';
import '../../renderer/ui/scripts.css';
import '../../renderer/ui/layout.css';
import './gallery.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { RefreshCw, SearchX } from 'lucide-react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import {
  AreaField,
  BareInput,
  Button,
  Chips,
  CopyText,
  IconButton,
  LinkButton,
  Menu,
  ProgressBar,
  Segments,
  SelectField,
  SwitchField,
  TextField,
  Tick,
} from '../../renderer/ui/controls.tsx';
import { DateField } from '../../renderer/ui/date-field.tsx';
import { Dialog, Drawer } from '../../renderer/ui/dialog.tsx';
import { Empty, Notice, Waiting } from '../../renderer/ui/notice.tsx';
import { Card, Facts, Figure, Figures, Row, SideBySide, Stack } from '../../renderer/ui/page.tsx';
import { BatchStateMark, EnvironmentBadge, StackedBar, StateMark } from '../../renderer/ui/status.tsx';
import { TableCard } from '../../renderer/ui/table.tsx';
import { Toasts, useToast } from '../../renderer/ui/toast.tsx';
import { STATE_KINDS } from '../../shared/states.ts';

const STATES = [
  ['', 'Any state'],
  ['paid', 'Paid'],
  ['failed', 'Failed'],
] as const;
const CHIPS = [
  { key: 'all', word: 'All', count: 281 },
  { key: 'errors', word: 'Errors', count: 12 },
] as const;
const THEMES = [
  { key: 'light', word: 'Light' },
  { key: 'dark', word: 'Dark' },
] as const;
const PEOPLE = [
  { name: 'Asha Rao', amount: '₹1,32,64,659.16' },
  { name: 'Ravi Kumar', amount: '₹45,000.00' },
];

function Controls() {
  const [state, setState] = useState('');
  const [day, setDay] = useState('2026-11-27');
  const [chip, setChip] = useState<(typeof CHIPS)[number]['key']>('errors');
  const [theme, setTheme] = useState<(typeof THEMES)[number]['key']>('light');
  const [isOn, setOn] = useState(true);
  return (
    <>
      <Card title="Buttons">
        <Row>
          <Button weight="primary">Pay</Button>
          <Button>Plain</Button>
          <Button weight="quiet">Quiet</Button>
          <Button weight="danger">Stop</Button>
          <Button weight="primary" disabled>
            Not yet
          </Button>
          <Button weight="primary" isPending>
            Starting
          </Button>
          <IconButton icon={RefreshCw} label="Refresh" />
          <LinkButton>Open the run</LinkButton>
          <Menu
            opener={<Button>More</Button>}
            items={[
              { word: 'Copy', keys: 'Ctrl+C', run: () => undefined },
              { word: 'Fill down', keys: 'Ctrl+D', disabled: true, run: () => undefined },
              { word: 'Forget the token', isDanger: true, run: () => undefined },
            ]}
          />
        </Row>
      </Card>
      <Card title="Fields">
        <SideBySide>
          <TextField label="Name" hint="Your own word for it." defaultValue="Salaries HDFC" />
          <TextField label="Merchant id" error="Digits only." defaultValue="12a" />
          <TextField label="Reference" disabled defaultValue="Locked in a retry" />
          <SelectField label="State" options={STATES} value={state} onChange={({ target }) => setState(target.value)} />
          <SelectField label="Sheet" options={STATES} value="paid" onChange={() => undefined} isHeld />
          <DateField label="From" value={day} onChange={({ target }) => setDay(target.value)} />
          <AreaField label="Note" hint="It stands in the audit log." />
          <BareInput label="Search in the rows" widthPx={200} />
        </SideBySide>
      </Card>
      <Card title="Choices">
        <Stack isTight>
          <Chips label="Show rows" chips={CHIPS} chosen={chip} onChoose={setChip} />
          <Segments label="Appearance" segments={THEMES} chosen={theme} onChoose={setTheme} />
          <Tick checked={isOn} onTick={setOn}>
            I have confirmed the new account with Asha Rao
          </Tick>
          <Tick checked={!isOn} disabled onTick={setOn}>
            Cannot be ticked now
          </Tick>
          <SwitchField isOn={isOn} onSwitch={setOn}>
            Show only the last four characters
          </SwitchField>
          <ProgressBar label="Reading the file" done={420} total={1_000} />
        </Stack>
      </Card>
      <Card title="States">
        <Stack isTight>
          <Row>
            {STATE_KINDS.map((kind) => (
              <StateMark key={kind} state={kind} isSoft />
            ))}
          </Row>
          <Row>
            <EnvironmentBadge environment="LIVE" />
            <EnvironmentBadge environment="PRACTICE" />
            <BatchStateMark state="sending" isSoft />
            <BatchStateMark state="paused" isSoft />
            <BatchStateMark state="settled" isSoft />
          </Row>
          <StackedBar
            label="265 of 281 paid"
            parts={[
              { key: 'paid', tone: 'paid', count: 265 },
              { key: 'doubt', tone: 'doubt', count: 7 },
              { key: 'wrong', tone: 'wrong', count: 9 },
            ]}
          />
        </Stack>
      </Card>
      <Notice tone="note" title="A note" about="Nothing has to be done." />
      <Notice tone="good" title="265 of 281 paid" />
      <Notice tone="warning" title="Paused. 176 not sent (₹77,56,960.06)." actions={<Button>Resume</Button>} />
      <Notice tone="error" title="Token refused" about="Replace it in Settings." environment="LIVE" />
      <Card title="Figures and facts">
        <Figures>
          <Figure isLarge label="Paid" value="₹1,32,64,659.16" about="281 people" />
          <Figure label="Failed" value="9" />
        </Figures>
        <Facts facts={{ Account: 'Salaries HDFC', UTR: <CopyText text="412345678901" label="UTR" /> }} />
      </Card>
      <TableCard
        label="Largest payments"
        rows={PEOPLE}
        keyOf={({ name }) => name}
        columns={[
          { word: 'Name', cell: ({ name }) => name },
          { word: 'Amount', isNumber: true, cell: ({ amount }) => amount },
        ]}
      />
      <Empty icon={SearchX} title="Nothing found" about="Fewer filters find more." />
      <Waiting lines={2} />
    </>
  );
}

/** Dialogs, drawers and toasts over the page, in the system's theme. */
function Above() {
  const toast = useToast();
  const [opened, setOpened] = useState<'dialog' | 'drawer' | null>(null);
  const close = (): void => setOpened(null);
  return (
    <Row>
      <Button onClick={() => setOpened('dialog')}>Open a dialog</Button>
      <Button onClick={() => setOpened('drawer')}>Open a drawer</Button>
      <Button onClick={() => toast('4 rows fixed', { word: 'Undo', run: () => undefined })}>Show a toast</Button>
      <Dialog
        isOpen={opened === 'dialog'}
        title="Stop the batch"
        onClose={close}
        firstFocus="cancel"
        act={{ word: 'Stop', weight: 'danger', run: close }}
      >
        <p>176 payments that were not sent are cancelled.</p>
      </Dialog>
      <Drawer isOpen={opened === 'drawer'} title="B0001/3" onClose={close}>
        <Facts facts={{ Name: 'Asha Rao', Amount: '₹45,000.00' }} />
      </Drawer>
    </Row>
  );
}

const page = document.querySelector('#page');
if (page !== null)
  createRoot(page).render(
    <CSPProvider disableStyleElements>
      <Toasts>
        <main>
          <h1>Controls</h1>
          <Above />
          <div className="gallery-themes">
            {THEMES.map(({ key, word }) => (
              <section key={key} className={`gallery-theme gallery-${key}`} aria-label={word}>
                <Controls />
              </section>
            ))}
          </div>
        </main>
      </Toasts>
    </CSPProvider>,
  );
