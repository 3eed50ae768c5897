import type { UsuarioSave } from '@acequia/contracts';
import { Text } from '@chakra-ui/react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { MultiField } from '../../../components/form/multi-field.js';
import { useAssignable } from '../api/options.js';
import { texts } from '../textos.js';

/** The user's grants, from the company chosen in the form. */
export function AssignedFields({ form: { control } }: { form: UseFormReturn<UsuarioSave> }) {
  const empresa_id = useWatch({ control, name: 'empresa_id' });
  const { dispositivos, switches, loading, failure } = useAssignable(empresa_id);
  const disabled = empresa_id === null || loading;
  const noOptions =
    empresa_id === null ? texts.chooseEmpresaFirst : loading ? texts.loading : failure ? texts.unreadOption : undefined;
  return (
    <>
      <MultiField
        control={control}
        nombre="dispositivos"
        label={texts.fields.dispositivos}
        options={dispositivos}
        disabled={disabled}
        noOptions={noOptions}
      />
      <MultiField
        control={control}
        nombre="switches"
        label={texts.fields.switches}
        options={switches}
        disabled={disabled}
        noOptions={noOptions}
      />
      {failure && <Text color="fg.warning">{texts.noLists}</Text>}
    </>
  );
}
