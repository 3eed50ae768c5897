import type { SwitchEnVivo } from '@acequia/contracts';
import { Box, Flex, Heading, IconButton, Stack, Text } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import { Edad, useViejo } from '../../../components/age.js';
import { EstadoChip } from '../../../components/state-chip.js';
import { CandadoIcon, MandoIcon } from '../../../components/icons.js';
import { DialogoMando } from '../../../entities/switch/switch-dialog.js';
import { LineaMando } from '../../../entities/switch/switch-line.js';
import { textos as textosDeMando } from '../../../entities/switch/textos.js';
import { Panel } from '../../../components/card.js';
import { SiNoChip } from '../../../components/yes-no-chip.js';
import type { Columna } from '../../../components/table/column.js';
import { Tabla } from '../../../components/table/table.js';
import { fechaHora, medida } from '../../../lib/format/format.js';
import { esViejo } from '../../../lib/time/freshness.js';
import { useServerThere } from '../../../lib/live/live.js';
import { ahora } from '../../../lib/time/server-clock.js';
import { textos } from '../textos.js';

const { columnas: titulos } = textos;
const estado = ({ estado: valor }: SwitchEnVivo): string =>
  valor === null ? 'SIN DATO' : valor === 1 ? 'ENCENDIDO' : 'APAGADO';

const vivo = ({ placa_online }: SwitchEnVivo, ts: number | null): boolean => !esViejo(ts, ahora(), placa_online === 1);
/** A file has no dashes to tell what is old by: it says when a state was told, and holds no reading of the past as the present. */
const estadoEnCsv = (fila: SwitchEnVivo): string =>
  fila.estado === null || vivo(fila, fila.estado_ts) ? estado(fila) : `${estado(fila)} (${fechaHora(fila.estado_ts)})`;

const columnasDe = (onOperar: (id: number) => void): Columna<SwitchEnVivo>[] => [
  { id: 'sitio', titulo: titulos.sitio, valor: ({ zona }) => zona, ancho: '9.5rem' },
  { id: 'nombre', titulo: titulos.nombre, valor: ({ nombre }) => nombre, ancho: '10.5rem', enTarjeta: 'titulo' },
  { id: 'tipo', titulo: titulos.tipo, valor: ({ tipo }) => tipo, ancho: '6rem' },
  { id: 'pin', titulo: titulos.pin, valor: (fila) => fila.hardware_pin, ancho: '4rem' },
  {
    id: 'par',
    titulo: titulos.par,
    valor: (fila) => (fila.par_numero === 2 ? textos.par : textos.individual),
    ancho: '5.5rem',
  },
  {
    id: 'sensor',
    titulo: titulos.sensor,
    valor: (fila) => (fila.tiene_sensor === 1 ? 'Sí' : 'No'),
    celda: (fila) => <SiNoChip valor={fila.tiene_sensor} />,
    ancho: '5.5rem',
  },
  {
    id: 'estado',
    titulo: titulos.estado,
    valor: estado,
    enCsv: estadoEnCsv,
    celda: (fila) => <Estado sw={fila} onOperar={onOperar} />,
    ancho: '18rem',
  },
  {
    id: 'temperatura',
    titulo: titulos.temperatura,
    valor: ({ temperatura }) => temperatura,
    enCsv: (fila) => (vivo(fila, fila.sensor_ts) ? fila.temperatura : null),
    celda: (fila) => <Medida sw={fila} valor={fila.temperatura} sufijo=" °C" />,
    ancho: '9rem',
  },
  {
    id: 'humedad',
    titulo: titulos.humedad,
    valor: ({ humedad }) => humedad,
    enCsv: (fila) => (vivo(fila, fila.sensor_ts) ? fila.humedad : null),
    celda: (fila) => <Medida sw={fila} valor={fila.humedad} sufijo=" %" />,
    ancho: '9rem',
  },
];

/** A state over what there is to say of it. */
const ALTO_DE_FILA = 62;

interface Props {
  /** Undefined while they are being loaded. */
  switches: readonly SwitchEnVivo[] | undefined;
  /** They could not be read: nobody knows whether there are any. */
  fallo: boolean;
}

/** Every switch of the company with what its board last said, how long ago, and what is asked of it (RES-3). */
export function PanelMonitoreo({ switches, fallo }: Props) {
  const [abierto, setAbierto] = useState<number | null>(null);
  const columnas = useMemo(() => columnasDe(setAbierto), []);
  const operado = switches?.find(({ id }) => id === abierto);
  return (
    <Panel>
      <Stack gap="4">
        <Heading as="h2" size="lg">
          {textos.monitoreo}
        </Heading>
        <Tabla
          nombre="monitoreo"
          filas={switches ?? (fallo ? [] : undefined)}
          columnas={columnas}
          altoDeFila={ALTO_DE_FILA}
          clave={({ id }) => id}
          vacio={switches ? textos.sinSwitches : textos.switchesNoLeidos}
        />
      </Stack>
      {operado && (
        <DialogoMando
          titulo={`${operado.zona} - ${operado.nombre}`}
          sw={operado}
          fallo={false}
          comandos={`/comandos?switch=${operado.id}`}
          onCerrar={() => setAbierto(null)}
        />
      )}
    </Panel>
  );
}

function Estado({ sw, onOperar }: { sw: SwitchEnVivo; onOperar: (id: number) => void }) {
  const viejo = useViejo(sw.estado_ts, useServerThere() && sw.placa_online === 1);
  return (
    <Flex align="center" justify="space-between" gap="2" data-switch={sw.id}>
      <Box minW="0">
        <Flex align="center" gap="2">
          <EstadoChip estado={sw.estado} viejo={viejo} />
          {sw.bloqueo && (
            <Box as="span" color="fg.warning" fontSize="md">
              <CandadoIcon />
            </Box>
          )}
          {sw.estado_ts !== null && <Edad ts={sw.estado_ts} viejo={viejo} />}
        </Flex>
        <LineaMando sw={sw} />
      </Box>
      <IconButton
        variant="ghost"
        size="sm"
        flexShrink="0"
        aria-label={textosDeMando.operar(`${sw.zona} - ${sw.nombre}`)}
        onClick={() => onOperar(sw.id)}
      >
        <MandoIcon />
      </IconButton>
    </Flex>
  );
}

function Medida({ sw, valor, sufijo }: { sw: SwitchEnVivo; valor: number | null; sufijo: string }) {
  const viejo = useViejo(sw.sensor_ts, useServerThere() && sw.placa_online === 1);
  return (
    <Flex as="span" display="inline-flex" align="baseline" gap="2">
      <Text as="span" fontWeight="600" color={viejo || valor === null ? 'fg.subtle' : 'fg'}>
        {medida(valor, sufijo)}
      </Text>
      {valor !== null && <Edad ts={sw.sensor_ts} viejo={viejo} />}
    </Flex>
  );
}
