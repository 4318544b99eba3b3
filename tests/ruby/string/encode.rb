# Encodings and conversions.
p "é".encode("ISO-8859-1").bytes, "\xe9".force_encoding("ISO-8859-1").encode("UTF-8"), "aé".encode("UTF-16LE").bytes, "é".encode("UTF-16BE").bytes, "é".encode("UTF-32LE").bytes, "€".encode("Windows-1252").bytes, "€".encode("ISO-8859-15").bytes, "я".encode("Windows-1251").bytes, "あ".encode("EUC-JP").bytes, "あ".encode("Shift_JIS").bytes, "\xa4\xa2".dup.force_encoding("EUC-JP").encode("UTF-8"), "é".encode("UTF-16").bytes
begin; "é".encode("US-ASCII"); rescue Encoding::UndefinedConversionError => e; p e.message, e.error_char, e.source_encoding, e.destination_encoding; end
begin; "\xff".encode("UTF-16LE"); rescue Encoding::InvalidByteSequenceError => e; p e.message, e.error_bytes; end
begin; "\xe3a".encode("UTF-16LE"); rescue Encoding::InvalidByteSequenceError => e; p e.message; end
begin; "a\xe3".encode("UTF-16LE"); rescue Encoding::InvalidByteSequenceError => e; p e.message; end
begin; "a".encode("nope"); rescue Encoding::ConverterNotFoundError => e; p e.message; end
# expect: [233]
# expect: "é"
# expect: [97, 0, 233, 0]
# expect: [0, 233]
# expect: [233, 0, 0, 0]
# expect: [128]
# expect: [164]
# expect: [255]
# expect: [164, 162]
# expect: [130, 160]
# expect: "あ"
# expect: [254, 255, 0, 233]
# expect: "U+00E9 from UTF-8 to US-ASCII"
# expect: "é"
# expect: #<Encoding:UTF-8>
# expect: #<Encoding:US-ASCII>
# expect: "\"\\xFF\" on UTF-8"
# expect: "\xFF"
# expect: "\"\\xE3\" followed by \"a\" on UTF-8"
# expect: "incomplete \"\\xE3\" on UTF-8"
# expect: "code converter not found (UTF-8 to nope)"
# expect: "\"\\xFF\" from ASCII-8BIT to UTF-8"
# expect: "?"
# expect: "*"
# expect: [97, 0, 253, 255]
# expect: "e"
# expect: "x"
# expect: "a�b"
# expect: "a?b"
# expect: "&lt;a&amp;\"b\"&gt;"
# expect: "\"&lt;a&amp;&quot;b&quot;&gt;\""
# expect: "&#xE9;"
# expect: "a\nb\nc"
# expect: "a\r\nb"
# expect: 2
# expect: true
# expect: #<Encoding:US-ASCII>
# expect: true
# expect: false
# expect: false
# expect: true
# expect: true
# expect: "a�b�"
# expect: "a?b"
# expect: "a<ff>b"
# expect: "abc"
# expect: "*あ"
# expect: "a!"
# expect: #<Encoding:UTF-8>
# expect: "ASCII-8BIT"
# expect: #<Encoding:UTF-8>
# expect: false
# expect: true
# expect: "ASCII-8BIT"
# expect: nil
# expect: #<Encoding:UTF-8>
# expect: #<Encoding:UTF-8>
# expect: nil
# expect: #<Encoding:UTF-8>
# expect: "UTF-8"
# expect: "UTF-8"
# expect: "#<Encoding:US-ASCII>"
# expect: "US-ASCII"
# expect: true
# expect: true
# expect: true
# expect: false
# expect: true
# expect: "unknown encoding name - nope"
# expect: "unknown encoding name - nope"
# expect: [233]
# expect: [195, 169]
# expect: "é"
# expect: #<Encoding:UTF-8>
# expect: #<Encoding:UTF-8>
# expect: "Ã©"
# expect: 1
# expect: 2
# expect: true
begin; "\xff".b.encode("UTF-8"); rescue Encoding::UndefinedConversionError => e; p e.message; end
p "é".encode("US-ASCII", undef: :replace), "é".encode("US-ASCII", undef: :replace, replace: "*"), "a\xff".encode("UTF-16LE", invalid: :replace).bytes, "é".encode("US-ASCII", fallback: { "é" => "e" }), "é".encode("US-ASCII", fallback: ->(c) { "x" }), "a\xffb".encode("UTF-8", invalid: :replace), "a\xffb".encode("UTF-8", invalid: :replace, replace: "?")
p "<a&\"b\">".encode(xml: :text), "<a&\"b\">".encode(xml: :attr), "é".encode("US-ASCII", xml: :text), "a\r\nb\rc".encode(universal_newline: true), "a\nb".encode(crlf_newline: true)
p "é".force_encoding("BINARY").size, "é".b.encoding == Encoding::BINARY, "abc".force_encoding(Encoding::US_ASCII).encoding, "é".valid_encoding?, "\xff".valid_encoding?, "é".ascii_only?, "abc".ascii_only?, "abc".b.ascii_only?
p "a\xffb\xe3\x81".scrub, "a\xffb".scrub("?"), "a\xffb".scrub { |b| "<#{b.unpack1("H*")}>" }, "abc".scrub, "\xe3\x81\xe3\x81\x82".scrub("*"), (+"a\xff").scrub!("!")
p(("é" + "a".b).encoding, ("a" + "é".b).encoding.name, ("a".b + "é").encoding, "é".b == "é", "a".b == "a", Encoding.compatible?("a", "é".b).name, Encoding.compatible?("é", "é".b), Encoding.compatible?("é", "ü"))
p Encoding.default_external, Encoding.default_internal, Encoding.find("utf-8"), Encoding::UTF_8.names.first, Encoding::UTF_8.to_s, Encoding::US_ASCII.inspect, Encoding::ASCII.name, Encoding.list.include?(Encoding::UTF_8), Encoding.name_list.include?("UTF-8"), Encoding::UTF_8.ascii_compatible?, Encoding::UTF_16LE.ascii_compatible?, Encoding::UTF_16.dummy?
begin; Encoding.find("nope"); rescue ArgumentError => e; p e.message; end
begin; "a".force_encoding("nope"); rescue ArgumentError => e; p e.message; end
p "é".unpack("U*"), "é".unpack("C*"), [233].pack("U"), [233].pack("U").encoding, "abc".encode("UTF-8").encoding, "é".encode("UTF-8", "ISO-8859-1"), "a".encode("UTF-16LE").size, "日本".encode("UTF-16BE").chars.size, "aé".encode("UTF-16LE").valid_encoding?
