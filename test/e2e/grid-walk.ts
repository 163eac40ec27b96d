// A random walk over Review's grid, played inside the page: what was typed is in the row that was under the ring and nowhere
// else, and everything that names a row names that one. Plain script, because it runs in the page. The same seed presses the same
// keys; how fast the desk answers is its own.

/** Runs in the page. Returns what was wrong, and how much of what was typed is in its row. */
export const WALK = `async ({ steps, seed, draft }) => {
  let state = seed >>> 0;
  const random = (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
  const one = (all) => all[random(all.length)];
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const turn = () => new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { port1.close(); done(); };
    port2.postMessage(null);
  });
  const until = async (holds) => {
    for (const endMs = performance.now() + 20000; performance.now() < endMs; await wait(10)) {
      const found = holds();
      if (found) return found;
    }
    throw new Error('waited in vain: ' + holds);
  };

  // The desk, asked as another window would.
  const realFetch = window.fetch;
  let headers = null;
  let underWay = 0;
  window.fetch = (path, options) => {
    if (path !== '/api/command') return realFetch(path, options);
    headers = options.headers;
    underWay += 1;
    return realFetch(path, options).finally(() => { underWay -= 1; });
  };
  /** Nothing is asked any more: edits wait for each other. */
  const quiet = async () => {
    for (let still = 0; still < 3; still += 1) {
      if (underWay > 0) still = -1;
      await wait(8);
    }
  };
  const ask = async (name, params) => {
    await until(() => headers);
    const response = await realFetch('/api/command', {
      method: 'POST', credentials: 'same-origin', headers, body: JSON.stringify({ name, params }),
    });
    return response.json();
  };
  const valueOf = (reply) => {
    if (reply.kind !== 'done' && reply.ok !== true) throw new Error(JSON.stringify(reply).slice(0, 300));
    return reply.value;
  };
  const grid = () => document.querySelector('[role=grid]');
  let revision = 0;
  const readAll = async () => {
    const rows = new Map();
    for (let from = 0, total = 1; from < total; from += 500) {
      const page = valueOf(await ask('readDraftRows', { draft, window: { from, count: 500 } }));
      [total, revision] = [page.total, page.revision];
      for (const { rowNumber, cells } of page.rows) for (const { field, text } of cells) rows.set(rowNumber + ' ' + field, text);
    }
    return rows;
  };

  const faults = [];
  const fault = (what) => { if (faults.length < 10) faults.push('step ' + step + ' (' + doing + '): ' + what); };
  let step = 0;
  let doing = 'begin';
  const counts = { typed: 0, landed: 0, others: 0, checks: 0, named: 0, ranges: 0 };

  // Its first request shows how the page says who it is.
  document.querySelector('[role=group][aria-label="Show rows"] button').click();
  // What each cell may hold now: what it held, or what was typed into it since.
  let known = await readAll();
  let maybe = new Map();
  let last = new Map();
  const expectIn = (rowNumber, field, text) => {
    const cell = rowNumber + ' ' + field;
    if (!known.has(cell)) return;
    maybe.set(cell, [...(maybe.get(cell) ?? []), text]);
    last.set(cell, text);
  };
  const settle = async () => {
    await quiet();
    const now = await readAll();
    counts.checks += 1;
    for (const [cell, text] of now) {
      const before = known.get(cell);
      if (text !== before && !(maybe.get(cell) ?? []).includes(text)) fault(cell + ' holds ' + text + ', which was typed nowhere there; before: ' + before);
    }
    for (const [cell, text] of last) { counts.typed += 1; counts.landed += Number(now.get(cell) === text); }
    known = now;
    [maybe, last] = [new Map(), new Map()];
  };

  const FIELDS = { 'Name': 'name', 'UPI ID': 'upiId', 'Account number': 'accountNumber', 'IFSC': 'ifsc', 'Remark': 'remark', 'Amount': 'amount' };
  const heads = () => [...grid().querySelectorAll('[role=columnheader]')].map((head) => head.textContent.replace(/[▲▼]/g, ''));
  const ringed = () => grid().querySelector('[role=rowgroup] [role=gridcell][tabindex="0"]');
  const numberOf = (row) => {
    const cell = row.querySelector('[role=gridcell][aria-colindex="2"]');
    return cell === null || row.querySelector('[aria-colspan]') || !/^\\d+$/.test(cell.textContent) ? null : Number(cell.textContent);
  };
  const fieldOf = (cell) => FIELDS[heads()[Number(cell.getAttribute('aria-colindex')) - 1]] ?? null;
  const selected = () => [...grid().querySelectorAll('[role=rowgroup] [role=gridcell][aria-selected=true]')];
  /** As the line below the grid says it; a single cell is not said. */
  const sizeOfRange = () => {
    const said = [...document.querySelectorAll('[role=status]')].map(({ textContent }) => /^([\\d,]+) rows?, ([\\d,]+) columns?/.exec(textContent)).find((found) => found !== null);
    return said === undefined ? 1 : Number(said[1].replaceAll(',', '')) * Number(said[2].replaceAll(',', ''));
  };
  const rowAt = (place) => grid().querySelector('[role=row][aria-rowindex="' + (place + 2) + '"]');

  /** The ring, the focus, the line below, the box's label and the row's place all name one row. */
  const look = () => {
    const rings = grid().querySelectorAll('[role=rowgroup] [role=gridcell][tabindex="0"]');
    if (rings.length > 1) fault(rings.length + ' rings');
    const ring = rings[0] ?? null;
    const focus = document.activeElement;
    const focusRow = focus?.closest('[role=rowgroup] [role=row]') ?? null;
    // A row that was not read names nobody.
    const isInRows = focusRow !== null && numberOf(focusRow) !== null;
    if (isInRows && (ring === null || !(ring === focus || ring.contains(focus)))) fault('the focus is in ' + focusRow.textContent + ', the ring elsewhere');
    if (ring === null) return;
    const row = ring.closest('[role=row]');
    const number = numberOf(row);
    if (number === null) return;
    counts.named += 1;
    const words = document.querySelector('[role=status] strong')?.textContent ?? '';
    if (!new RegExp('^Row ' + number + '( ·|$)').test(words)) fault('the ring is in row ' + number + ', the line below says ' + words);
    const label = row.querySelector('input[type=checkbox]')?.getAttribute('aria-label');
    if (label !== 'Tick row ' + number) fault('row ' + number + ' is labelled ' + label);
    const place = Number(row.getAttribute('aria-rowindex')) - 2;
    const top = Number(/translateY\\((-?[\\d.]+)px\\)/.exec(row.style.transform)?.[1]);
    if (top !== place * row.offsetHeight) fault('row ' + number + ' is at ' + top + ' px and says place ' + place);
  };

  const press = (key, held = {}) => {
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true, ...held }));
  };
  const fill = (input, text) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const click = (cell, held = {}) => {
    const box = cell.getBoundingClientRect();
    const at = { bubbles: true, cancelable: true, button: 0, clientX: box.left + 4, clientY: box.top + 4, ...held };
    const isLeft = cell.dispatchEvent(new PointerEvent('pointerdown', at));
    if (isLeft) (cell.closest('[tabindex]') ?? cell).focus({ preventScroll: true });
    window.dispatchEvent(new PointerEvent('pointerup', at));
    cell.dispatchEvent(new MouseEvent('click', at));
  };
  const cellsInSight = () => {
    const frame = grid().getBoundingClientRect();
    return [...grid().querySelectorAll('[role=rowgroup] [role=gridcell]:not([aria-colspan])')].filter((cell) => {
      const box = cell.getBoundingClientRect();
      return cell.getAttribute('aria-colindex') !== '1' && numberOf(cell.closest('[role=row]')) !== null && box.top >= frame.top + 32 && box.bottom <= frame.bottom;
    });
  };
  /** The ring is where a person would type: in a cell of a row that was read. */
  const ready = async () => {
    if (ringed() === null || !grid().contains(document.activeElement) || document.activeElement === grid()) {
      const all = cellsInSight();
      if (all.length > 0) click(one(all));
      await turn();
    }
    const ring = ringed();
    return ring !== null && ring.contains(document.activeElement) && numberOf(ring.closest('[role=row]')) !== null ? ring : null;
  };
  let counter = 0;
  const textFor = (field) => {
    counter += 1;
    switch (field) {
      case 'amount': return one(['', String(1000 + counter) + '.50', 'x' + counter]);
      case 'ifsc': return one(['HDFC0000001', 'HDFCO000001', 'SBIN0000300', 'BAD' + counter]);
      case 'accountNumber': return '00' + (7000000000 + counter);
      case 'upiId': return 'p' + counter + one(['@sample', '@@sample', '']);
      default: return 'T' + counter;
    }
  };

  const ACTS = {
    move: async () => (await ready(), press(one(['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Enter', 'Tab', 'Home', 'End']))),
    far: async () => (await ready(), press(one(['PageDown', 'PageUp', 'ArrowDown', 'ArrowUp']), { ctrlKey: random(3) === 0 })),
    extend: async () => press(one(['ArrowDown', 'ArrowRight', 'ArrowUp']), { shiftKey: true }),
    click: async () => { const all = cellsInSight(); if (all.length > 0) click(one(all), { shiftKey: random(6) === 0 }); },
    scroll: async () => { grid().scrollTop = random(Math.max(1, grid().scrollHeight)); await turn(); },
    type: async () => {
      const ring = await ready();
      const field = ring === null ? null : fieldOf(ring);
      if (ring === null || field === null) return;
      const number = numberOf(ring.closest('[role=row]'));
      press(one(['q', 'F2']));
      await turn();
      const input = ringed()?.querySelector('input:not([type=checkbox])');
      if (input === null || input === undefined || document.activeElement !== input) return;
      const text = textFor(field);
      fill(input, text);
      await turn();
      // What happens while a person types.
      const meanwhile = random(8);
      if (meanwhile === 0) await other();
      if (meanwhile === 1) await wait(random(40));
      if (meanwhile === 2) { grid().scrollTop = random(Math.max(1, grid().scrollHeight)); await turn(); }
      look();
      const still = ringed()?.querySelector('input:not([type=checkbox])') ?? null;
      if (still === null) return;
      const how = random(8);
      if (how === 0) { press('Escape'); return; }
      expectIn(number, field, text);
      if (how === 1) { const all = cellsInSight(); if (all.length > 0) { click(one(all)); return; } }
      if (how === 2) { still.blur(); filterChip(); return; }
      press(how < 6 ? 'Enter' : 'Tab', { shiftKey: random(5) === 0 });
    },
    clear: async () => {
      const ring = await ready();
      if (ring === null) return;
      for (let more = random(3); more > 0; more -= 1) {
        press(one(['ArrowDown', 'ArrowRight', 'ArrowUp']), { shiftKey: true });
        await turn();
      }
      // A range may go on where no cell is drawn; then it is made one cell, so that all that is cleared is counted.
      const isAllDrawn = () => selected().length === sizeOfRange() && selected().every((cell) => numberOf(cell.closest('[role=row]')) !== null);
      if (!isAllDrawn() || selected().length > 12) {
        press('Escape');
        await turn();
      }
      if (!isAllDrawn() || !ringed()?.contains(document.activeElement)) return;
      const cleared = selected().flatMap((cell) => {
        const field = fieldOf(cell);
        return field === null ? [] : [[numberOf(cell.closest('[role=row]')), field]];
      });
      counts.ranges += Number(cleared.length > 1);
      for (const [number, field] of cleared) expectIn(number, field, '');
      press('Delete');
    },
    paste: async () => {
      const ring = await ready();
      const field = ring === null ? null : fieldOf(ring);
      if (ring === null || field === null) return;
      press('Escape');
      await turn();
      const now = ringed();
      if (now === null || !now.contains(document.activeElement)) return;
      const place = Number(now.closest('[role=row]').getAttribute('aria-rowindex')) - 2;
      const rows = [rowAt(place), rowAt(place + 1)];
      const numbers = rows.map((row) => (row === null ? null : numberOf(row)));
      if (numbers.includes(null)) return;
      const texts = [textFor(field), textFor(field)];
      numbers.forEach((number, at) => expectIn(number, field, texts[at]));
      const data = new DataTransfer();
      data.setData('text/plain', texts.join('\\n'));
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    },
    fillDown: async () => {
      const ring = await ready();
      const field = ring === null ? null : fieldOf(ring);
      if (ring === null || field === null) return;
      press('Escape');
      await turn();
      if (ringed() === null || !ringed().contains(document.activeElement)) return;
      press('ArrowDown', { shiftKey: true });
      await turn();
      const cells = [...grid().querySelectorAll('[role=gridcell][aria-selected=true]')]
        .sort((left, right) => left.closest('[role=row]').ariaRowIndex - right.closest('[role=row]').ariaRowIndex);
      const numbers = cells.map((cell) => numberOf(cell.closest('[role=row]')));
      if (numbers.length !== 2 || numbers.includes(null) || cells.some((cell) => fieldOf(cell) !== field)) return;
      const from = numbers[0] + ' ' + field;
      for (const text of [known.get(from), ...(maybe.get(from) ?? [])]) expectIn(numbers[1], field, text);
      press('d', { ctrlKey: true });
    },
    fix: async () => {
      const ring = await ready();
      const field = ring === null ? null : fieldOf(ring);
      const button = [...document.querySelectorAll('button[title]')].find(({ title }) => /suggestion/i.test(title));
      const text = /“(.+)”/.exec(button?.textContent ?? '')?.[1];
      if (ring === null || field === null || text === undefined) return;
      expectIn(numberOf(ring.closest('[role=row]')), field, text);
      press('F9');
    },
    filter: async () => filterChip(),
    search: async () => {
      const input = document.querySelector('main input[type=search]');
      fill(input, one(['', '', 'Person 1', '@', 'Person 2']));
    },
    sort: async () => {
      const headers = [...grid().querySelectorAll('[role=columnheader][data-sortable]')];
      one(headers).dispatchEvent(new MouseEvent('click', { bubbles: true }));
    },
    other: () => other(),
    wait: () => wait(random(20)),
  };
  const filterChip = () => {
    const chips = [...document.querySelectorAll('[role=group][aria-label="Show rows"] button')];
    one(chips.filter(({ textContent }) => /^(All|All|Errors|Ready|Edited|Warnings)/.test(textContent))).click();
  };
  const showAll = () => {
    fill(document.querySelector('main input[type=search]'), '');
    document.querySelector('[role=group][aria-label="Show rows"] button').click();
  };
  const other = async () => {
    const cells = [...known.keys()];
    const [number, field] = one(cells).split(' ');
    const text = textFor(field);
    const edit = { kind: 'setCells', words: 'edit', cells: [{ rowNumber: Number(number), field, text }] };
    expectIn(Number(number), field, text);
    counts.others += 1;
    const send = () => ask('editDraft', { draft, revision, edit, commandId: crypto.randomUUID() });
    const first = await send();
    if (first.kind === 'done') { revision = first.value.revision; return; }
    // Changed meanwhile.
    revision = valueOf(await ask('readDraftRows', { draft, window: { from: 0, count: 1 } })).revision;
    await send();
  };
  const WEIGHTS = { move: 26, far: 8, extend: 6, click: 12, scroll: 4, type: 16, clear: 2, paste: 2, fillDown: 2, fix: 2, filter: 3, search: 2, sort: 3, other: 2, wait: 4 };
  const bag = Object.entries(WEIGHTS).flatMap(([name, many]) => Array.from({ length: many }, () => name));

  const review = location.hash;
  try {
    for (step = 1; step <= steps && faults.length === 0; step += 1) {
      // A filter that no row fits any more shows no grid, and Esc outside of the grid goes one screen back.
      for (let tries = 0; grid() === null && tries < 200; tries += 1) {
        if (document.querySelector('main input[type=search]') !== null) showAll();
        else if (location.hash !== review) location.hash = review;
        await turn();
      }
      doing = one(bag);
      await ACTS[doing]();
      await turn();
      if (grid() === null) continue;
      if (cellsInSight().length === 0 && random(4) === 0) showAll();
      look();
      const close = document.querySelector('main [role=alert] button, main button[aria-label=Close]');
      if (close !== null) close.click();
      if (step % 200 === 0) await settle();
    }
    await settle();
  } catch (error) {
    fault(error.stack);
  } finally {
    window.fetch = realFetch;
  }
  return { faults, steps: step - 1, ...counts };
}`;

export interface Walked {
  readonly faults: readonly string[];
  readonly steps: number;
  /** Cells that were typed into, and how many hold what was typed last. */
  readonly typed: number;
  readonly landed: number;
  readonly others: number;
  /** How often all cells were compared, and how often a ring was. */
  readonly checks: number;
  readonly named: number;
  /** How often several cells were cleared at once. */
  readonly ranges: number;
}
