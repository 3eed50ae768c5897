import type { UsuarioGuardar } from '@acequia/contracts';
import { Text } from '@chakra-ui/react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { MultiField } from '../../../components/form/multi-field.js';
import { useAssignable } from '../api/options.js';
import { textos } from '../textos.js';

/** What the user may see and operate, of the company chosen in the form. */
export function AssignedFields({ form: { control } }: { form: UseFormReturn<UsuarioGuardar> }) {
  const empresa_id = useWatch({ control, name: 'empresa_id' });
  const { dispositivos, switches, loading, failure } = useAssignable(empresa_id);
  const disabled = empresa_id === null || loading;
  const sinOpciones = empresa_id === null ? textos.elegirEmpresaAntes : loading ? textos.loading : undefined;
  return (
    <>
      <MultiField
        control={control}
        nombre="dispositivos"
        label={textos.fields.dispositivos}
        options={dispositivos}
        disabled={disabled}
        sinOpciones={sinOpciones}
      />
      <MultiField
        control={control}
        nombre="switches"
        label={textos.fields.switches}
        options={switches}
        disabled={disabled}
        sinOpciones={sinOpciones}
      />
      {failure && <Text color="fg.warning">{textos.sinListas}</Text>}
    </>
  );
}
