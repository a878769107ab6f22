// Renders templates read from standard input, one JSON object {"template", "data"} a line, and writes what each gives.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"text/template"
)

type program struct {
	Template string
	Data     json.RawMessage
}

// numbers makes ints of what is written as one, and lists that cannot be sliced beyond their end.
func numbers(value any) any {
	switch v := value.(type) {
	case json.Number:
		if i, err := v.Int64(); err == nil && !strings.ContainsAny(string(v), ".eE") {
			return int(i)
		}
		f, _ := v.Float64()
		return f
	case []any:
		for i := range v {
			v[i] = numbers(v[i])
		}
		return v[:len(v):len(v)]
	case map[string]any:
		for k := range v {
			v[k] = numbers(v[k])
		}
	}
	return value
}

func run(p program) string {
	decoder := json.NewDecoder(bytes.NewReader(p.Data))
	decoder.UseNumber()
	var data any
	if err := decoder.Decode(&data); err != nil {
		return "data: " + err.Error()
	}
	parsed, err := template.New("t").Parse(p.Template)
	if err != nil {
		return "Parse: " + err.Error()
	}
	var out bytes.Buffer
	if err := parsed.Execute(&out, numbers(data)); err != nil {
		return "Execute: " + err.Error()
	}
	return "ok: " + strings.ToValidUTF8(out.String(), "\ufffd")
}

func main() {
	lines := bufio.NewReader(os.Stdin)
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var p program
		if err := json.Unmarshal(line, &p); err != nil {
			panic(err)
		}
		if err := encoder.Encode(run(p)); err != nil {
			panic(err)
		}
	}
}
