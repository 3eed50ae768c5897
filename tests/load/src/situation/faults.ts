import type { PlacaCredencial } from '@acequia/contracts';
import { type ApiClient, connectBoard, eventually, publishTelemetry, type RunningAcequia } from '@acequia/testing';

export const COMPANIES = 50;
const BOARDS_EACH = 40;
export const BOARDS = COMPANIES * BOARDS_EACH;
export const FAULTS = 30;
/** How long a board must be away before it is an alarm, s. */
const PENDING_S = 2;

/** Fifty companies with forty boards each; in thirty of them one board was there and hung up. */
export async function manyFaults(acequia: RunningAcequia, root: ApiClient): Promise<void> {
  const gone: PlacaCredencial[] = [];
  for (let n = 0; n < COMPANIES; n++) {
    const body = { nombre: `Rancho ${n + 1}`, fecha_vencimiento: '2099-12-31' };
    const { id: empresa_id } = await root.call('empresas.crear', { body });
    const [board] = await root.call('placas.registrar', { body: { empresa_id, cantidad: BOARDS_EACH } });
    if (n >= FAULTS) continue;
    const rule = { empresa_id, tipo: 'placa_sin_conexion' as const, activa: 1 as const, espera_s: PENDING_S };
    await root.call('avisos.guardar_regla', { body: rule });
    gone.push(board!);
  }
  for (const board of gone) {
    const client = await connectBoard(acequia.mqtt, board);
    await publishTelemetry(client, board.id, { pins: { 4: 0 } });
    await client.endAsync();
  }
  await eventually(async () => {
    const open = await root.call('avisos.listar', { query: { estado: 'abierto' } });
    if (open.length < FAULTS) throw new Error(`${open.length} of ${FAULTS} faults are open`);
  });
}
