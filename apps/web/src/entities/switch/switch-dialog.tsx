import { maxEncendido, type SwitchEnVivo } from '@acequia/contracts';
import { Box, Button, Flex, Grid, Heading, Skeleton, Text } from '@chakra-ui/react';
import { Fragment, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { duracion } from '../../lib/format/duration.js';
import { medida } from '../../lib/format/format.js';
import { useServerThere } from '../../lib/live/live.js';
import { Dialogo } from '../../components/dialog.js';
import { Edad, useViejo } from '../../components/age.js';
import { EstadoChip } from '../../components/state-chip.js';
import { useSalida } from '../../components/form/use-leave.js';
import { FormularioBloqueo } from './bloqueo-form.js';
import { HASTA_EL_MAXIMO, segundosDe, topeDe } from './on-duration.js';
import { CampoDuracion } from './duration-field.js';
import { MandoSwitch } from './switch-controls.js';
import { Salud } from './link-health.js';
import { textos } from './textos-dialogo.js';

const { dialogo: t } = textos;

interface Props {
  /** "zona - nombre". */
  titulo: string;
  /** Undefined while it is being read. */
  sw: SwitchEnVivo | undefined;
  fallo: boolean;
  /** Where its commands are listed. */
  comandos: string;
  onCerrar: () => void;
}

/** One switch at hand: what its board says, its buttons and for how long, its lock-out. */
export function DialogoMando({ titulo, sw, fallo, comandos, onCerrar }: Props) {
  const [aMedias, setAMedias] = useState(false);
  const cerrar = useSalida({ sucio: aMedias, onCerrar, detalle: t.sinBloquear });
  return (
    <Dialogo
      titulo={titulo}
      ancho={560}
      onCerrar={() => void cerrar()}
      pie={
        <>
          <Button variant="ghost" asChild me="auto">
            <Link to={comandos}>{t.comandos}</Link>
          </Button>
          <Button variant="outline" onClick={() => void cerrar()}>
            {t.cerrar}
          </Button>
        </>
      }
    >
      {sw ? (
        <Mando sw={sw} titulo={titulo} onAMedias={setAMedias} />
      ) : fallo ? (
        <Text role="alert" color="fg.warning">
          {t.fallo}
        </Text>
      ) : (
        <Skeleton h="40" />
      )}
    </Dialogo>
  );
}

interface MandoProps {
  sw: SwitchEnVivo;
  titulo: string;
  onAMedias: (aMedias: boolean) => void;
}

function Mando({ sw, titulo, onAMedias }: MandoProps) {
  const conectado = useServerThere();
  const alcanzable = conectado && sw.placa_online === 1;
  const viejo = useViejo(sw.estado_ts, alcanzable);
  const [durante, setDurante] = useState(HASTA_EL_MAXIMO);
  const tope_s = topeDe(sw);
  const sensorViejo = useViejo(sw.sensor_ts, alcanzable);
  const datos: [string, ReactNode][] = [
    [
      t.estado,
      <Flex key="estado" align="center" gap="2" data-switch={sw.id}>
        <EstadoChip estado={sw.estado} viejo={viejo} />
        {sw.estado_ts !== null && <Edad ts={sw.estado_ts} viejo={viejo} />}
      </Flex>,
    ],
    [
      t.placa,
      <Flex key="placa" align="baseline" gap="2">
        {sw.placa_online === 1 ? t.enLinea : t.sinConexion}
        {sw.placa_ts !== null && <Edad ts={sw.placa_ts} viejo={!alcanzable} />}
      </Flex>,
    ],
    [
      t.sensor,
      sw.tiene_sensor === 0 ? (
        t.sinSensor
      ) : sw.sensor_ts === null ? (
        t.sinLectura
      ) : (
        <Flex key="sensor" align="baseline" gap="2" wrap="wrap">
          {medida(sw.temperatura, ' °C')} · {medida(sw.humedad, ' %')}
          <Edad ts={sw.sensor_ts} viejo={sensorViejo} />
        </Flex>
      ),
    ],
    [t.maximo, duracion(maxEncendido(sw.tipo, sw.max_encendido_s) / 60)],
  ];
  return (
    <>
      <Grid as="dl" templateColumns="auto 1fr" columnGap="5" rowGap="2.5" alignItems="center">
        {datos.map(([titulo, valor]) => (
          <Fragment key={titulo}>
            <Text as="dt" fontSize="xs" color="fg.muted">
              {titulo}
            </Text>
            <Box as="dd" minW="0" fontVariantNumeric="tabular-nums">
              {valor}
            </Box>
          </Fragment>
        ))}
      </Grid>
      <Box mt="5">
        {conectado && (
          <Box mb="2">
            <Salud sw={sw} conSensor />
          </Box>
        )}
        {sw.activo === 1 && !sw.bloqueo && <CampoDuracion tope_s={tope_s} valor={durante} onElegir={setDurante} />}
        <MandoSwitch sw={sw} nombre={titulo} activo={conectado} duracion_s={segundosDe(durante, tope_s)} />
        {sw.activo === 0 && (
          <Text mt="1.5" fontSize="xs" color="fg.muted">
            {t.inactivo}
          </Text>
        )}
      </Box>
      <Box as="section" aria-label={t.bloqueo} mt="6" pt="4" borderTopWidth="1px">
        <Heading as="h3" size="sm" mb="1">
          {t.bloqueo}
        </Heading>
        <FormularioBloqueo switchId={sw.id} bloqueo={sw.bloqueo ?? null} onAMedias={onAMedias} />
      </Box>
    </>
  );
}
