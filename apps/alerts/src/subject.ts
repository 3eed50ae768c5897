/** Object of a rule, a silencio or an alarm as stored: '' = the whole company, else 'placa:7', 'sitio:Norte'… */
export interface AlarmTarget {
  placa_id: number | null;
  switch_id: number | null;
  dispositivo_id: number | null;
  punto_id: number | null;
  sitio: string | null;
}

type Named = { [K in keyof AlarmTarget]?: AlarmTarget[K] | undefined };

export const objectOf = ({ placa_id, switch_id, dispositivo_id, punto_id, sitio }: Named): string => {
  if (punto_id) return `punto:${punto_id}`;
  if (switch_id) return `switch:${switch_id}`;
  if (dispositivo_id) return `dispositivo:${dispositivo_id}`;
  if (placa_id) return `placa:${placa_id}`;
  return sitio ? `sitio:${sitio}` : '';
};

export const readAlarmTarget = (objeto: string): AlarmTarget => {
  const colon = objeto.indexOf(':');
  const [kind, value] = [objeto.slice(0, colon), objeto.slice(colon + 1)];
  const id = (name: string): number | null => (kind === name ? Number(value) : null);
  return {
    placa_id: id('placa'),
    switch_id: id('switch'),
    dispositivo_id: id('dispositivo'),
    punto_id: id('punto'),
    sitio: kind === 'sitio' ? value : null,
  };
};
