import { numero } from '@acequia/contracts';
import { Input } from '@chakra-ui/react';
import { useId } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { FormField } from '../../../components/form/fields.js';
import { useNodos } from '../api/nodos.js';
import type { Values } from '../lib/form-values.js';
import { NO_VALUE } from '../../../entities/punto/value.js';
import { texts } from '../textos.js';

const { fields, helps } = texts;
/** As the contract keeps it. */
const plain = (text: string): string => text.replace(/[-:\s]/g, '').toLowerCase();

/** Which node a point reads and which of its fields, chosen from what arrives. */
export function NodeFields({ form, empresaId }: { form: UseFormReturn<Values>; empresaId: number }) {
  const { register, control, formState } = form;
  const { errors } = formState;
  const nodos = useNodos(empresaId, true).data ?? [];
  const chosen = plain(useWatch({ control, name: 'dev_eui' }));
  const node = nodos.find(({ dev_eui }) => dev_eui === chosen);
  const [ofNodes, ofFields] = [useId(), useId()];
  return (
    <>
      <FormField label={fields.dev_eui} error={errors.dev_eui} help={node?.nombre || helps.dev_eui} required>
        <Input {...register('dev_eui')} list={ofNodes} autoComplete="off" spellCheck={false} />
        <datalist id={ofNodes}>
          {nodos.map(({ dev_eui, nombre }) => (
            <option key={dev_eui} value={dev_eui} label={nombre || undefined} />
          ))}
        </datalist>
      </FormField>

      <FormField label={fields.ruta} error={errors.ruta} help={helps.rutaOfNode} required>
        <Input {...register('ruta')} list={ofFields} autoComplete="off" spellCheck={false} />
        <datalist id={ofFields}>
          {node?.campos.map(({ ruta, valor }) => (
            <option key={ruta} value={ruta} label={valor === null ? NO_VALUE : numero(valor)} />
          ))}
        </datalist>
      </FormField>
    </>
  );
}
