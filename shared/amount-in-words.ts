// Amounts in words, as Indian cheques and vouchers show them, exact to the paisa.

const UNITS = [
  'Zero',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
  'Thirteen',
  'Fourteen',
  'Fifteen',
  'Sixteen',
  'Seventeen',
  'Eighteen',
  'Nineteen',
] as const;
const TENS = ['', '', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety'] as const;
const SCALES = [
  { size: 10_000_000, name: 'Crore' },
  { size: 100_000, name: 'Lakh' },
  { size: 1_000, name: 'Thousand' },
  { size: 100, name: 'Hundred' },
] as const;

/** `Rupees One Lakh and Fifty Paise Only`. */
export function amountInWords(paise: number): string {
  const rest = paise % 100;
  const rupees = (paise - rest) / 100;
  const spoken = rest === 0 ? [] : [`${wordsOf(rest)} ${rest === 1 ? 'Paisa' : 'Paise'}`];
  if (rupees > 0 || rest === 0) spoken.unshift(`${rupees === 1 ? 'Rupee' : 'Rupees'} ${wordsOf(rupees)}`);
  return `${spoken.join(' and ')} Only`;
}

/** `एक लाख रुपये और पचास पैसे मात्र`. */
export function amountInHindiWords(paise: number): string {
  const rest = paise % 100;
  const rupees = (paise - rest) / 100;
  const spoken = rest === 0 ? [] : [`${hindiOf(rest)} ${rest === 1 ? 'पैसा' : 'पैसे'}`];
  if (rupees > 0 || rest === 0) spoken.unshift(`${hindiOf(rupees)} ${rupees === 1 ? 'रुपया' : 'रुपये'}`);
  return `${spoken.join(' और ')} मात्र`;
}

/** In Hindi each number up to a hundred has its own word. */
const HINDI = `शून्य एक दो तीन चार पाँच छह सात आठ नौ
दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस
बीस इक्कीस बाईस तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस
तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस
चालीस इकतालीस बयालीस तैंतालीस चौवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास
पचास इक्यावन बावन तिरपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ
साठ इकसठ बासठ तिरसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर
सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उन्यासी
अस्सी इक्यासी बयासी तिरासी चौरासी पचासी छियासी सत्तासी अट्ठासी नवासी
नब्बे इक्यानवे बानवे तिरानवे चौरानवे पचानवे छियानवे सत्तानवे अट्ठानवे निन्यानवे`.split(/\s/);
const HINDI_SCALES = ['करोड़', 'लाख', 'हज़ार', 'सौ'] as const;

function hindiOf(value: number): string {
  for (const [at, { size }] of SCALES.entries()) {
    if (value < size) continue;
    const rest = value % size;
    return `${hindiOf((value - rest) / size)} ${HINDI_SCALES[at] ?? ''}${rest === 0 ? '' : ` ${hindiOf(rest)}`}`;
  }
  return HINDI[value] ?? '';
}

function wordsOf(value: number): string {
  for (const { size, name } of SCALES) {
    if (value < size) continue;
    const rest = value % size;
    return `${wordsOf((value - rest) / size)} ${name}${rest === 0 ? '' : ` ${wordsOf(rest)}`}`;
  }
  const unit = UNITS[value];
  if (unit !== undefined) return unit;
  const ones = value % 10;
  return `${TENS[(value - ones) / 10] ?? ''}${ones === 0 ? '' : ` ${UNITS[ones] ?? ''}`}`;
}
