import type { SwitchEnVivo } from '@acequia/contracts';
import { Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { Edad, useViejo } from '../../../components/edad.js';
import { EstadoChip } from '../../../components/estado-chip.js';
import { Panel } from '../../../components/panel.js';
import { SiNoChip } from '../../../components/si-no-chip.js';
import type { Columna } from '../../../components/tabla/columna.js';
import { Tabla } from '../../../components/tabla/tabla.js';
import { medida } from '../../../lib/format.js';
import { useConectado } from '../../../lib/live.js';
import { textos } from '../textos.js';

const { columnas: titulos } = textos;
const estado = ({ estado: valor }: SwitchEnVivo): string =>
  valor === null ? 'SIN DATO' : valor === 1 ? 'ENCENDIDO' : 'APAGADO';

const COLUMNAS: Columna<SwitchEnVivo>[] = [
  { id: 'sitio', titulo: titulos.sitio, valor: ({ zona }) => zona, ancho: '11rem' },
  { id: 'nombre', titulo: titulos.nombre, valor: ({ nombre }) => nombre, ancho: '11.5rem', enTarjeta: 'titulo' },
  { id: 'tipo', titulo: titulos.tipo, valor: ({ tipo }) => tipo, ancho: '7rem' },
  { id: 'pin', titulo: titulos.pin, valor: (fila) => fila.hardware_pin, ancho: '4.5rem' },
  {
    id: 'par',
    titulo: titulos.par,
    valor: (fila) => (fila.par_numero === 2 ? textos.par : textos.individual),
    ancho: '6rem',
  },
  {
    id: 'sensor',
    titulo: titulos.sensor,
    valor: (fila) => (fila.tiene_sensor === 1 ? 'Sí' : 'No'),
    celda: (fila) => <SiNoChip valor={fila.tiene_sensor} />,
    ancho: '6rem',
  },
  { id: 'estado', titulo: titulos.estado, valor: estado, celda: (fila) => <Estado sw={fila} />, ancho: '13rem' },
  {
    id: 'temperatura',
    titulo: titulos.temperatura,
    valor: ({ temperatura }) => temperatura,
    celda: (fila) => <Medida sw={fila} valor={fila.temperatura} sufijo=" °C" />,
    ancho: '9rem',
  },
  {
    id: 'humedad',
    titulo: titulos.humedad,
    valor: ({ humedad }) => humedad,
    celda: (fila) => <Medida sw={fila} valor={fila.humedad} sufijo=" %" />,
    ancho: '9rem',
  },
];

/** Every switch of the company with what its board last said, and how long ago (spec 2.9). */
export function PanelMonitoreo({ switches }: { switches: readonly SwitchEnVivo[] | undefined }) {
  return (
    <Panel>
      <Stack gap="4">
        <Heading as="h2" size="lg">
          {textos.monitoreo}
        </Heading>
        <Tabla
          nombre="monitoreo"
          filas={switches}
          columnas={COLUMNAS}
          clave={({ id }) => id}
          vacio={textos.sinSwitches}
        />
      </Stack>
    </Panel>
  );
}

function Estado({ sw }: { sw: SwitchEnVivo }) {
  const viejo = useViejo(sw.estado_ts, useConectado() && sw.placa_online === 1);
  return (
    <Flex as="span" display="inline-flex" align="center" gap="2" data-switch={sw.id}>
      <EstadoChip estado={sw.estado} viejo={viejo} />
      {sw.estado_ts !== null && <Edad ts={sw.estado_ts} viejo={viejo} />}
    </Flex>
  );
}

function Medida({ sw, valor, sufijo }: { sw: SwitchEnVivo; valor: number | null; sufijo: string }) {
  const viejo = useViejo(sw.sensor_ts, useConectado() && sw.placa_online === 1);
  return (
    <Flex as="span" display="inline-flex" align="baseline" gap="2">
      <Text as="span" fontWeight="600" color={viejo || valor === null ? 'fg.subtle' : 'fg'}>
        {medida(valor, sufijo)}
      </Text>
      {valor !== null && <Edad ts={sw.sensor_ts} viejo={viejo} />}
    </Flex>
  );
}
