export const texts = {
  subject: (what: string | undefined) => `Sistema: ${what}`,
  solved: (condicion: string) => `Sistema: resuelto (${condicion})`,
  lasted: (minutes: number) => `Duró ${minutes} min.`,
} as const;
