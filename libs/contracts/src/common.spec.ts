import { requiredText, texto } from './common.js';

describe('a text that a person wrote', () => {
  it('loses the marks that would turn around the sentence it stands in', () => {
    expect(texto(40).parse('Bomba \u202Edel pozo\u202C')).toBe('Bomba del pozo');
    expect(texto(40).parse('\u2066Norte\u2069\u200F')).toBe('Norte');
  });

  it('is missing when it was nothing but such marks', () => {
    expect(requiredText(40).safeParse('\u202E \u202C').success).toBe(false);
  });

  it('is one line without characters that nobody sees', () => {
    expect(texto(40).parse('Bomba\r\n2\u2028del pozo')).toBe('Bomba 2 del pozo');
    expect(texto(40).parse('Bo\u200Bmba\uFEFF \u200D1')).toBe('Bomba 1');
    expect(texto(40).safeParse('Bomba\u0007').success).toBe(false);
  });

  it('keeps accents, emoji and letters that are written from right to left', () => {
    for (const text of ['Válvula ñ', '👩‍🌾 huerto', 'בריכה']) expect(texto(40).parse(text)).toBe(text);
  });
});
