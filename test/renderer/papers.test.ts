// The user guide and the licences, as the page gets them. A guide that names a missing button is worse than none.

import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readGuide, readLicences } from '../../build/page-papers.ts';
import { REPOSITORY } from '../../build/repository.ts';
import type { GuideBlock } from '../../renderer/features/papers/papers.ts';

const guideOf = (file: string): readonly GuideBlock[] => readGuide(path.join(REPOSITORY, 'docs', file));
const GUIDES = { en: guideOf('guide.md'), hi: guideOf('guide.hi.md') };

/** What no language may change: which blocks, which pictures, and which of the window's own words. */
function shapeOf(blocks: readonly GuideBlock[]): readonly string[] {
  return blocks.map((block) => {
    if (block.kind === 'picture') return block.file.replace('-hindi', '');
    return block.kind === 'list' ? `list of ${block.items.length}` : block.kind;
  });
}

function picturesOf(blocks: readonly GuideBlock[]): readonly string[] {
  return blocks.flatMap((block) => (block.kind === 'picture' ? [block.file] : []));
}

function strongWords(blocks: readonly GuideBlock[]): readonly string[] {
  const texts = blocks.flatMap((block) => {
    if (block.kind === 'paragraph') return [block.text];
    return block.kind === 'list' ? block.items : [];
  });
  return texts.flat().flatMap(({ text, weight }) => (weight === 'strong' ? [text] : []));
}

describe('the user guide', () => {
  it('is the same in both languages, block by block', () => {
    expect(GUIDES.en.length).toBeGreaterThan(30);
    expect(shapeOf(GUIDES.hi)).toEqual(shapeOf(GUIDES.en));
    // A picture shows the window in the language of its guide.
    expect(picturesOf(GUIDES.hi).every((file) => file.includes('-hindi-'))).toBe(true);
    expect(picturesOf(GUIDES.en).some((file) => file.includes('-hindi-'))).toBe(false);
    // The Hindi guide names what the Hindi window has, with the English names beside it.
    const hindi = readFileSync(path.join(REPOSITORY, 'docs', 'guide.hi.md'), 'utf8');
    const named = [...hindi.matchAll(/\*\*[^*]+\*\* \(([^)]+)\)/g)].map(([, english = '']) => english);
    // Each guide makes a passport in its reader's language.
    const beside = named.map((words) => words.replace(/^(Passport.*) in Hindi$/, '$1 in English'));
    expect(beside.toSorted()).toEqual(strongWords(GUIDES.en).toSorted());
    expect(strongWords(GUIDES.hi)).toHaveLength(beside.length);
  });

  it.each(['en', 'hi'] as const)('names only what the window has (%s)', (language) => {
    // In Hindi the action comes at the end of a sentence that names its object.
    const [files, isNamed] = {
      en: [
        [...globSync('shared/text/*.ts'), 'shared/api/window.ts', 'shared/states.ts'],
        (source: string, words: string) => source.includes(`'${words}`) || source.includes(`\`${words} `),
      ] as const,
      hi: [
        ['shared/messages/hi.ts'],
        (source: string, words: string) => source.includes(`'${words}'`) || source.includes(` ${words}\``),
      ] as const,
    }[language];
    const catalogue = files.map((file) => readFileSync(path.join(REPOSITORY, file), 'utf8'));
    const missing = strongWords(GUIDES[language]).filter(
      (words) => !catalogue.some((source) => isNamed(source, words)),
    );
    expect(missing).toEqual([]);
  });

  it('shows pictures that are there, each with what is on it', () => {
    const pictures = GUIDES.en.flatMap((block) => (block.kind === 'picture' ? [block] : []));
    expect(pictures.length).toBeGreaterThan(5);
    expect(pictures.filter(({ about }) => about.length < 10)).toEqual([]);
    expect(pictures.filter(({ file }) => !existsSync(path.join(REPOSITORY, 'docs', 'screens', file)))).toEqual([]);
  });
});

describe('the licences', () => {
  it('are of all that is shipped, and of nothing that only makes it', () => {
    const packages = readLicences(REPOSITORY).flatMap((group) => group.packages.map((name) => name.replace(/ .*/, '')));
    const { dependencies } = JSON.parse(readFileSync(path.join(REPOSITORY, 'package.json'), 'utf8')) as {
      readonly dependencies: object;
    };
    expect(packages).toEqual(expect.arrayContaining([...Object.keys(dependencies), 'react', '@base-ui/react', 'ifsc']));
    expect(packages.filter((name) => /^(?:vitest|electron-builder|typescript|oxlint)$/.test(name))).toEqual([]);
  });

  it('name a licence for every package', () => {
    expect(readLicences(REPOSITORY).filter(({ licence, text }) => licence === '' && text === '')).toEqual([]);
  });
});
