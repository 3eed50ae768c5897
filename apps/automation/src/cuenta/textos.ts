export const texts = {
  pumpNeverOn: 'Su bomba no encendió',
  pumpCutShort: (on_s: number, open_s: number) => `Su bomba estuvo encendida ${on_s} s de ${open_s} s`,
} as const;
