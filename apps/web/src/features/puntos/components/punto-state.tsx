import { magnitudOf, type Placa, type Punto } from '@acequia/contracts';
import { Text } from '@chakra-ui/react';
import { Fragment } from 'react';
import { Age } from '../../../components/age.js';
import type { Option } from '../../../components/form/multi-field.js';
import { TextLink } from '../../../components/text-link.js';
import { switchAddress } from '../../../entities/addresses.js';
import { inWords, isOutdated } from '../../../entities/punto/value.js';
import { useByClock } from '../../../lib/time/clock.js';
import { sourceOf } from '../lib/value.js';
import { MeterName } from './meter-name.js';
import { NodeAccount } from './node-account.js';
import { texts } from '../textos.js';

const { state: t } = texts;

interface Props {
  punto: Punto;
  placa: Placa | undefined;
  /** The company's switches. */
  switches: readonly Option[];
}

/** One sentence: the last value of a point, how old it is and where it comes from; and which switches it measures. */
export function PuntoState({ punto, placa, switches }: Props) {
  const { ts, valor, magnitud, activo, fuente, mide, empresa_id, dispositivo_id } = punto;
  const old = useByClock((now) => isOutdated(punto, now));
  const measured = mide?.switch_ids ?? [];
  return (
    <>
      <Text fontSize="lg" fontWeight="600" overflowWrap="anywhere" data-estado>
        {ts === null ? (
          t.never
        ) : (
          <>
            {valor === null ? t.noValue : t.value(inWords(magnitud, valor), magnitudOf(magnitud).clase === 'contador')}{' '}
            <Age ts={ts} old={old} />.
          </>
        )}{' '}
        <Text as="span" fontWeight="400">
          {t.from}{' '}
          {dispositivo_id !== null && (
            <>
              <TextLink to={`/placas/${dispositivo_id}`}>{placa?.nombre || texts.placa(dispositivo_id)}</TextLink>,{' '}
            </>
          )}
          {fuente.tipo === 'centinela' && (
            <>
              <MeterName empresaId={empresa_id} id={fuente.dispositivo_id} />,{' '}
            </>
          )}
          {sourceOf(punto, t.sources)}.
        </Text>
      </Text>
      {fuente.tipo === 'lorawan' && <NodeAccount empresaId={empresa_id} devEui={fuente.dev_eui} />}
      {activo === 0 && (
        <Text color="fg.warning" mt="2">
          {t.inactive}
        </Text>
      )}
      {measured.length > 0 && (
        <Text mt="2">
          {t.measures}{' '}
          {measured.map((id, i) => (
            <Fragment key={id}>
              {i > 0 && ', '}
              <TextLink to={switchAddress({ id, empresa_id })}>
                {switches.find((one) => one.id === id)?.text ?? texts.switchSinNombre(id)}
              </TextLink>
            </Fragment>
          ))}
        </Text>
      )}
    </>
  );
}
