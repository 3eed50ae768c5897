import { magnitudOf, type Aviso, type AvisoDatos, type MagnitudClave, inUnit } from '@acequia/contracts';
import { chakra, Flex } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { DayLine } from '../../../components/day-line.js';
import { useSensorDays } from '../../../entities/switch/sensor-days.js';
import { puntoDay } from '../api/situation.js';
import { texts } from '../textos.js';

type OfSensor = 'temperatura' | 'humedad';

const OF_SENSORS: Readonly<Partial<Record<Aviso['tipo'], OfSensor>>> = {
  temperatura_alta: 'temperatura',
  temperatura_baja: 'temperatura',
  riesgo_helada: 'temperatura',
  riesgo_calor: 'temperatura',
  humedad_alta: 'humedad',
  humedad_baja: 'humedad',
};

const limitOf = (datos: AvisoDatos | null | undefined): number | null =>
  datos && 'umbral' in datos ? datos.umbral : null;

/** The last day of the value that an alarm is about, against its limit; nothing for an alarm about something else. */
export function ValueLine({ aviso }: { aviso: Aviso }) {
  const { tipo, datos, empresa_id, switch_id, punto_id } = aviso;
  const limit = limitOf(datos);
  const magnitud = OF_SENSORS[tipo];
  if (limit === null) return null;
  if (magnitud && switch_id !== null)
    return <SensorLine empresaId={empresa_id} switchId={switch_id} magnitud={magnitud} limit={limit} />;
  if (datos && 'magnitud' in datos && typeof punto_id === 'number')
    return <PuntoLine puntoId={punto_id} magnitud={datos.magnitud} limit={limit} />;
  return null;
}

interface SensorProps {
  empresaId: number;
  switchId: number;
  magnitud: OfSensor;
  limit: number;
}

function SensorLine({ empresaId, switchId, magnitud, limit }: SensorProps) {
  const values = useSensorDays(empresaId, true)?.get(switchId)?.[magnitud];
  return <Line values={values} magnitud={magnitud} limit={limit} />;
}

function PuntoLine({ puntoId, magnitud, limit }: { puntoId: number; magnitud: MagnitudClave; limit: number }) {
  const { data } = useQuery(puntoDay(puntoId));
  return <Line values={data?.puntos.map(({ media }) => media)} magnitud={magnitud} limit={limit} />;
}

interface LineProps {
  values: readonly (number | null)[] | undefined;
  magnitud: MagnitudClave;
  limit: number;
}

function Line({ values, magnitud, limit }: LineProps) {
  const known = values?.filter((value) => value !== null) ?? [];
  if (!values || known.length === 0) return null;
  const said = inUnit(magnitud, limit);
  return (
    <Flex align="center" gap="2" flexShrink="0" fontSize="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
      <DayLine
        values={values}
        magnitud={magnitud}
        limit={limit}
        label={texts.limit(magnitudOf(magnitud).nombre, said)}
      />
      <span>
        <chakra.span display="block">{texts.limitOf(said)}</chakra.span>
        <chakra.span display="block">
          {texts.hours(inUnit(magnitud, Math.min(...known)), inUnit(magnitud, Math.max(...known)))}
        </chakra.span>
      </span>
    </Flex>
  );
}
