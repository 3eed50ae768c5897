import { exportCells, type ImportFila, type ImportResultado } from '@acequia/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { readUsuario } from '../../../lib/session.js';
import { toCsv } from '../lib/csv-file.js';

/** A large file takes its time: every new user gets a password that is hashed. */
const PATIENCE_MS = 60_000;

/** Tries a file, or imports it. */
export const sendImport = (filas: readonly ImportFila[], aplicar: 0 | 1): Promise<ImportResultado> =>
  api('importacion.hacer', { body: { filas: [...filas], aplicar } }, { timeoutMs: PATIENCE_MS });

/** Everything that the person may export, as the text of a file. */
export async function exportFile(): Promise<string> {
  const isGlobal = readUsuario()?.rol === 'admin_global';
  const [names, usuarios, placas, switches] = await Promise.all([
    api('empresas.seleccion', {}),
    api('usuarios.listar', {}),
    api('placas.listar', {}),
    api('switches.listar', {}),
  ]);
  const empresas = isGlobal ? await api('empresas.listar', {}) : [];
  const nombres = new Map(names.map(({ id, nombre }) => [id, nombre]));
  return toCsv(exportCells({ empresas, nombres, usuarios, placas, switches }));
}

/** After an import every list may be different. */
export function useForgetLists(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries();
}
