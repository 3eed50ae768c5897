/** Most alarms that the server returns at once. */
export const AVISOS_AT_ONCE = 500;

/** The query of a list of alarms; `empresa` null: of all companies that the person may see. */
export const avisosQuery = (empresa: number | null, onlyOpen: boolean) => ({
  limit: String(AVISOS_AT_ONCE),
  ...(onlyOpen && { estado: 'abierto' as const }),
  ...(empresa !== null && { empresa_id: String(empresa) }),
});
