import type { PlacaCredencial } from '@acequia/contracts';
import { type ApiClient, connectBoard, untilSentPoints } from '@acequia/testing';

/** Registers a water meter as the first point of each board, and waits until the gateway knows it: the point of each board. */
export const metersOf = async (
  root: ApiClient,
  mqtt: string,
  empresa_id: number,
  boards: readonly PlacaCredencial[],
): Promise<Map<number, number>> => {
  const meters = new Map<number, number>();
  for (const { placa_id } of boards) {
    const fuente = { tipo: 'placa', driver: 'pulsos', pin: 27 } as const;
    const body = { empresa_id, placa_id, fuente, magnitud: 'volumen', nombre: 'Medidor', a: 0.001 } as const;
    meters.set(placa_id, (await root.call('puntos.crear', { body })).id);
  }
  await Promise.all(boards.map((board) => isSentItsPoint(mqtt, board)));
  return meters;
};

const isSentItsPoint = async (mqtt: string, board: PlacaCredencial): Promise<void> => {
  const client = await connectBoard(mqtt, board);
  await untilSentPoints(client, board.id, 1);
  await client.endAsync();
};
