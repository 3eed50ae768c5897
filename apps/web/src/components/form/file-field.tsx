import { Flex, Input } from '@chakra-ui/react';
import { FormField } from './fields.js';
import { texts } from './textos.js';

interface Props {
  label: string;
  help?: string;
  /** As the attribute of a file input; CSV by default. */
  accept?: string;
  disabled: boolean;
  onChoose: (file: File) => void;
}

/** Chooses a file. A browser would write its own button, in its own language: ours lies over it. */
export function FileField({ label, help, accept = '.csv,text/csv', disabled, onChoose }: Props) {
  return (
    <FormField label={label} help={help} disabled={disabled}>
      <Flex
        position="relative"
        align="center"
        w="full"
        h="10"
        px="3"
        borderWidth="1px"
        borderColor="border.control"
        rounded="sm"
        color="fg.muted"
        _focusWithin={{ outline: '2px solid', outlineColor: 'campo.focusRing', outlineOffset: '2px' }}
      >
        {texts.chooseFile}
        <Input
          type="file"
          accept={accept}
          position="absolute"
          inset="0"
          h="full"
          opacity="0"
          cursor={disabled ? 'not-allowed' : 'pointer'}
          onChange={({ target }) => {
            const file = target.files?.[0];
            // The same file can be chosen again once it is corrected.
            target.value = '';
            if (file) onChoose(file);
          }}
        />
      </Flex>
    </FormField>
  );
}
