export const texts = {
  sms: (lines: readonly string[]) => `Acequia: ${lines.join(' ')}`,
  subject: (what: string | undefined) => `Sistema: ${what}`,
  solved: (condicion: string) => `Sistema: resuelto (${condicion})`,
  lasted: (minutes: number) => `Duró ${minutes} min.`,
} as const;
