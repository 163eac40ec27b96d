// What the window shows of documents outside it: the user guide from docs/, and the licences of all packages in the program. Both
// are read when the page is built and reach it as data, never as markup.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { lexer, type Token, type Tokens } from 'marked';
import type { GuideBlock, GuideText, LicenceGroup } from '../renderer/features/papers/papers.ts';
import { builtInPackages, programPackages } from './shipped-packages.ts';

/** Reads a guide. Throws for anything the page cannot show. */
export function readGuide(file: string): readonly GuideBlock[] {
  const folder = path.dirname(file);
  return lexer(readFileSync(file, 'utf8')).flatMap((token) => blockOf(token, folder));
}

function blockOf(token: Token, folder: string): readonly GuideBlock[] {
  if (token.type === 'space') return [];
  if (token.type === 'heading') return [{ kind: 'heading', text: plain(token) }];
  if (token.type === 'list') {
    const { ordered, items } = token as Tokens.List;
    return [{ kind: 'list', isOrdered: ordered, items: items.map((item) => inline(item.tokens)) }];
  }
  if (token.type === 'paragraph') {
    const [first, ...rest] = (token as Tokens.Paragraph).tokens;
    if (first?.type !== 'image' || rest.length > 0)
      return [{ kind: 'paragraph', text: inline((token as Tokens.Paragraph).tokens) }];
    const { href, text } = first as Tokens.Image;
    if (!existsSync(path.join(folder, href))) throw new Error(`the guide shows ${href}, which is not there`);
    return [{ kind: 'picture', file: path.basename(href), about: text }];
  }
  throw new Error(`the guide cannot hold ${token.type}: ${token.raw}`);
}

/** The text in pieces, each with its weight. */
function inline(tokens: readonly Token[]): GuideText {
  return tokens.flatMap((token): GuideText => {
    if (token.type === 'text' && 'tokens' in token && token.tokens !== undefined) return inline(token.tokens);
    if (token.type === 'text') return [{ text: plain(token), weight: 'plain' }];
    if (token.type === 'strong') return [{ text: plain(token), weight: 'strong' }];
    if (token.type === 'em') return [{ text: plain(token), weight: 'emphasis' }];
    throw new Error(`the guide cannot hold ${token.type}: ${token.raw}`);
  });
}

const plain = (token: Token): string => ('text' in token ? String(token.text) : token.raw);

/** The licences of the packages that the program and its page use, grouped by identical text. */
export function readLicences(repository: string): readonly LicenceGroup[] {
  const { dependencies } = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  const all = [...programPackages(repository, Object.keys(dependencies)), ...builtInPackages(repository)];
  const shipped = new Map(all.map((one) => [one.place, one]));
  const groups = new Map<string, LicenceGroup>();
  for (const place of [...shipped.keys()].toSorted()) {
    const { name: packageName = '', version = '', license: named = '' } = shipped.get(place) ?? {};
    const text = licenceText(path.join(repository, place));
    const license = named === '' ? 'see its text' : named;
    const name = `${packageName} ${version}`;
    const group = groups.get(`${license}\n${text}`) ?? { licence: license, packages: [], text };
    groups.set(`${license}\n${text}`, { ...group, packages: [...group.packages, name] });
  }
  return [...groups.values()];
}

/** Returns an empty text when a package has none; then the licence's name must do. */
function licenceText(folder: string): string {
  if (!existsSync(folder)) return '';
  const file = readdirSync(folder).find((name) => /^licen[cs]e(?:[.-]|$)/i.test(name));
  return file === undefined ? '' : readFileSync(path.join(folder, file), 'utf8').trim();
}
