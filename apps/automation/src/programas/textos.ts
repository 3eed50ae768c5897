/** Why a program is refused. */
export const texts = {
  tooManyProgramas: (most: number) => `La empresa ya tiene ${most} programas, los más que caben`,
  staysInEmpresa: 'Un programa no cambia de empresa',
} as const;
