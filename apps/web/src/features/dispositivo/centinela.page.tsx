import { isCentinela } from '@acequia/contracts';
import { useParams } from 'react-router-dom';
import { DetailFrame } from '../../components/detail.js';
import { readUsuario } from '../../lib/session.js';
import { useCentinela } from './api/centinela.js';
import { MeterDetails } from './components/meter-details.js';
import { texts } from './textos.js';

/** One meter of an end user (CEN-1, DEC-8). */
export function Component() {
  const id = Number(useParams()['id']);
  const { dispositivo, reading } = useCentinela(id, readUsuario()?.id ?? 0);
  return (
    <DetailFrame
      back="/panel/dispositivos"
      backText={texts.goBack}
      notFound={dispositivo ? texts.noMeter(dispositivo.nombre) : texts.noDispositivo}
      failed={texts.notRead}
      reading={reading}
    >
      {dispositivo && isCentinela(dispositivo.tipo) && <MeterDetails dispositivo={dispositivo} />}
    </DetailFrame>
  );
}
