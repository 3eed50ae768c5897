import { Box, chakra, Flex, IconButton, Text } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { CopyIcon, DoneIcon } from '../../../components/icons.js';
import { copyText } from '../../../lib/copy.js';
import { texts } from '../textos.js';

const { credential: t } = texts;

interface Props {
  /** What the button copies, for its name. */
  title: string;
  value: string;
  /** Several lines, as for a command. */
  block?: boolean;
}

/** A text with a button that copies it; where the browser forbids that, it says so and selects the text. */
export function Copyable({ title, value, block = false }: Props) {
  const shown = useRef<HTMLElement>(null);
  const [result, setResult] = useState<'copied' | 'forbidden' | null>(null);
  const copy = async () => {
    const copied = await copyText(value);
    setResult(copied ? 'copied' : 'forbidden');
    if (!copied && shown.current) window.getSelection()?.selectAllChildren(shown.current);
  };
  return (
    <Box minW="0">
      <Flex gap="2" align={block ? 'start' : 'center'}>
        <chakra.code
          ref={shown}
          fontFamily="mono"
          fontSize={block ? 'xs' : undefined}
          overflowWrap="anywhere"
          whiteSpace={block ? 'pre-wrap' : undefined}
          flex="1"
          minW="0"
          {...(block && { bg: 'bg.subtle', borderWidth: '1px', rounded: 'md', p: '3' })}
        >
          {value}
        </chakra.code>
        <IconButton variant="ghost" size="sm" aria-label={t.copy(title)} onClick={() => void copy()}>
          {result === 'copied' ? <DoneIcon /> : <CopyIcon />}
        </IconButton>
      </Flex>
      <Text role="status" fontSize="xs" color={result === 'forbidden' ? 'fg.warning' : 'fg.muted'}>
        {result && t[result]}
      </Text>
    </Box>
  );
}
