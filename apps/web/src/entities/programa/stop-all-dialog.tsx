import { Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormField, Options, Select } from '../../components/form/fields.js';
import { api } from '../../lib/http/api-client.js';
import { readUsuario } from '../../lib/session.js';
import { useSubjects } from '../aviso/use-subjects.js';
import { dispositivosOfUsuario } from '../dispositivo/dispositivos.js';
import { oneOf, useEmpresaOptions } from '../empresa/empresa-options.js';
import { StopAllSheet } from './stop-all-sheet.js';
import { texts } from './textos.js';

const t = texts.stopAll;

interface Props {
  empresaId: number | null;
  onClose: () => void;
}

/** Asks once, and then shows what was turned off and what is not confirmed. */
export function StopAllDialog(props: Props) {
  return readUsuario()?.rol === 'usuario' ? <OfOwn onClose={props.onClose} /> : <OfEmpresa {...props} />;
}

function OfOwn({ onClose }: { onClose: () => void }) {
  const id = readUsuario()?.id ?? 0;
  const switches = useQuery({
    queryKey: ['switches', 'usuario', id, 'nombres'],
    queryFn: ({ signal }) => api('switches.de_usuario', { query: { usuario_id: String(id) } }, { signal }),
  });
  const dispositivos = useQuery(dispositivosOfUsuario(id));
  const nameOf = (key: string): string | undefined => {
    const sw = switches.data?.find((one) => `switch:${one.id}` === key);
    return sw ? `${sw.zona} - ${sw.nombre}` : dispositivos.data?.find((one) => `dispositivo:${one.id}` === key)?.nombre;
  };
  return (
    <StopAllSheet request={{}} comandos="/panel/comandos" nameOf={nameOf} onClose={onClose}>
      <Text>{t.whereOwn}</Text>
    </StopAllSheet>
  );
}

function OfEmpresa({ empresaId, onClose }: Props) {
  const own = readUsuario()?.empresa_id ?? null;
  const empresas = useEmpresaOptions(own === null);
  const [chosen, setChosen] = useState(own ?? empresaId);
  const [sitio, setSitio] = useState('');
  const { list, nameOf, failure } = useSubjects(chosen);
  const sitios = list
    .filter(({ kind }) => kind === 'sitio')
    .map(({ key, nombre }) => ({ id: key.slice('sitio:'.length), nombre }));
  const empresa = chosen ?? oneOf(empresas.data?.length === 1 ? empresas.data : [], null)?.id ?? null;
  return (
    <StopAllSheet
      request={empresa === null ? null : { empresa_id: empresa, ...(sitio !== '' && { sitio }) }}
      comandos={empresa === null ? '/comandos' : `/comandos?empresa=${empresa}`}
      nameOf={nameOf}
      onClose={onClose}
    >
      <Stack gap="3">
        <Text>{t.whereCompany}</Text>
        {own === null && (
          <FormField label={t.empresa}>
            <Select
              value={empresa ?? ''}
              onChange={({ target }) => {
                setChosen(Number(target.value) || null);
                setSitio('');
              }}
            >
              <option value="">{t.chooseEmpresa}</option>
              <Options from={empresas.data ?? []} />
            </Select>
          </FormField>
        )}
        {sitios.length > 0 && (
          <FormField label={t.sitio}>
            <Select value={sitio} onChange={({ target }) => setSitio(target.value)}>
              <option value="">{t.wholeEmpresa}</option>
              {sitios.map(({ id, nombre }) => (
                <option key={id} value={id}>
                  {nombre}
                </option>
              ))}
            </Select>
          </FormField>
        )}
        {failure && <Text color="fg.warning">{t.sitesUnread}</Text>}
      </Stack>
    </StopAllSheet>
  );
}
