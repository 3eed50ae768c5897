/** An SMS as a modem exchanges it in PDU mode (3GPP TS 23.040, 9.2). */

const DIGITS_OF_OCTET = 2;
const INTERNATIONAL = 0x91;
const UCS2 = 0x08;
/** First octet of an SMS-SUBMIT: whether it has a validity period (in its format), and a header before its text. */
const VALIDITY = 0x18;
const RELATIVE_VALIDITY = 0x10;
const HEADER = 0x40;

/** Digits by halves of octets, the first one low; F fills up. */
const swapped = (digits: string): string =>
  digits.padEnd(Math.ceil(digits.length / 2) * 2, 'F').replace(/(.)(.)/g, '$2$1');

const hex = (value: number): string => value.toString(16).padStart(DIGITS_OF_OCTET, '0').toUpperCase();

/** Letters of 7 bits, packed from the low end. Of the GSM alphabet only those that ASCII has at the same place. */
const unpacked = (octets: Buffer, letters: number): string => {
  let text = '';
  for (let n = 0; n < letters; n += 1) {
    const bit = n * 7;
    const pair = (octets[bit >> 3] ?? 0) | ((octets[(bit >> 3) + 1] ?? 0) << 8);
    text += String.fromCharCode((pair >> (bit & 7)) & 0x7f);
  }
  return text;
};

/** What an SMS-SUBMIT says, and to whom. */
export const submitted = (pdu: string): { numero: string; texto: string } => {
  const octets = Buffer.from(pdu, 'hex');
  let at = 1 + (octets[0] ?? 0);
  const first = octets[at] ?? 0;
  const digits = octets[at + 2] ?? 0;
  const isInternational = octets[at + 3] === INTERNATIONAL;
  const end = at + 4 + Math.ceil(digits / 2);
  const numero = swapped(octets.subarray(at + 4, end).toString('hex')).slice(0, digits);
  const coding = octets[end + 1] ?? 0;
  const validity = first & VALIDITY;
  at = end + 2 + (validity === 0 ? 0 : validity === RELATIVE_VALIDITY ? 1 : 7);
  const length = octets[at] ?? 0;
  const data = octets.subarray(at + 1);
  const header = (first & HEADER) === 0 ? 0 : 1 + (data[0] ?? 0);
  const texto =
    (coding & 0x0c) === UCS2
      ? data.subarray(header, length).swap16().toString('utf16le')
      : unpacked(data, length).slice(Math.ceil((header * 8) / 7));
  return { numero: `${isInternational ? '+' : ''}${numero}`, texto };
};

/** An SMS-DELIVER, with the length of what follows the number of its service centre. */
export const delivered = (numero: string, texto: string): { pdu: string; length: number } => {
  const digits = numero.replace('+', '');
  const data = Buffer.from(texto, 'utf16le').swap16();
  const sent = '62117220135100';
  const pdu = `04${hex(digits.length)}${hex(INTERNATIONAL)}${swapped(digits)}00${hex(UCS2)}${sent}${hex(data.length)}${data.toString('hex').toUpperCase()}`;
  return { pdu: `00${pdu}`, length: pdu.length / DIGITS_OF_OCTET };
};
