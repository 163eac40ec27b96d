// Known UPI handles: the part after the @, which names the app or bank. Such lists become outdated, so an unknown handle alone
// causes no question. A handle one letter away from a known one does, and so does the beginning of one.

import { remembering } from '../domain/remembering.ts';
import { differsByOne } from './header-words.ts';

/**
 * Handles that may be suggested. From github.com/qurbat/upi-recon data/general_suffixes.txt and mobile_suffixes.txt;
 * codelint.dev/fintech/upi-id-validator; Paytm's from firstpost.com 13749064 and filesadmin.co, which name NPCI;
 * github.com/mahekgupta12/ShopHub src/constants/upiHandles.ts.
 */
const HANDLES: ReadonlySet<string> = new Set(
  `abfspay airtel airtelpaymentsbank apb apl aubank axis axisb axisbank axisgo axl bandhan barodampay barodapay birla
   bob boi cbin cboi centralbank cmsidfc cnrb csbcash csbpay cub dbs dcb dlb dnsbank eazypay equitas ezeepay fbl
   federal finobank freecharge hdfc hdfcbank hdfcbankjd hsbc ibl icici icicibank idbi idbibank idfc idfcbank idfcnetc
   ikwik imobile indbank indianbank indianbk indus iob jio jkb jsbp jupiteraxis karb karurvysyabank kaypay kbl kmb
   kmbl kotak kvb kvbank lime mahb myicici okaxis okbizaxis okhdfcbank okicici oksbi paytm payzapp pingpay pnb pockets
   psb ptaxis pthdfc ptsbi ptyes purz rajgovhdfcbank razorpay rbl rmhdfcbank sbi scb scbl scmobile sib srcb tapicici
   timecosmos tjsb ubi uboi uco unionbank unionbankofindia upi waaxis wahdfcbank waicici wasbi yapl ybl yesbank
   yesbankltd yesg`.split(/\s+/),
);

/** Known handles that are never suggested: of merged banks, too short, or found in public code without a source. */
const OTHER_HANDLES: ReadonlySet<string> = new Set(
  `albk allahabadbank allbank andb citi citigold corp cred db denabank equitasbank esaf fam fifederal fincarebank
   fkaxis freoicici goaxb hsbcbank idfcfirst indie indusind inhdfc janabank jarunity jsb jupiter kbaxis kotak811
   kphdfc lvb lvbank maxaxis mbk mboi mvhdfc naviaxis niyoicici nsdl nyes obc oneyes payu phonepe pinelabs postbank
   psbank pz rapl rmrbl sbmbank sc seyes shriramhdfcbank slc slice sliceaxis slicepay spicepay superyes suryoday synd
   syndbank syndicate tbl tmb topay trans trio ujjivan united unitypay utbi utkarshbank vijayabank vijb vjb yes
   yescred yescurie yesfam yesgo yespay yespop yestp zoicici ztrbl`.split(/\s+/),
);

/** Whether an app or a bank is known by this handle. */
export function isKnownHandle(handle: string): boolean {
  return HANDLES.has(handle.toLowerCase()) || OTHER_HANDLES.has(handle.toLowerCase());
}

/** A shorter beginning of a handle may be one of its own. */
const CUT_MIN_CHARACTERS = 4;

/** More suggestions would help nobody. */
const NEAR_MAX = 3;

/** The known handles that are one slip away from an unknown one; empty when it is known itself, or near to none. */
export const nearHandles = remembering((handle: string): readonly string[] => {
  const typed = handle.toLowerCase();
  if (isKnownHandle(typed)) return [];
  const near: string[] = [];
  for (const known of HANDLES) {
    const isCut = typed.length >= CUT_MIN_CHARACTERS && known.startsWith(typed);
    if ((isCut || differsByOne(typed, known)) && near.push(known) === NEAR_MAX) break;
  }
  return near;
});
