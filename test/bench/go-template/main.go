// Real Go beside ours: reads the three templates and their data, prints microseconds per parse and per execution as JSON.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"text/template"
	"time"
)

func processorTime() float64 {
	var usage syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	return float64(usage.Utime.Sec+usage.Stime.Sec)*1e6 + float64(usage.Utime.Usec+usage.Stime.Usec)
}

func measure(run func()) float64 {
	began, start, count := time.Now(), processorTime(), 0
	for ; time.Since(began) < time.Second; count++ {
		run()
	}
	return (processorTime() - start) / float64(count)
}

// Integers are ints, as they are in our data.
func plain(value any) any {
	switch value := value.(type) {
	case json.Number:
		if !strings.ContainsAny(string(value), ".eE") {
			whole, _ := value.Int64()
			return int(whole)
		}
		float, _ := value.Float64()
		return float
	case []any:
		for index := range value {
			value[index] = plain(value[index])
		}
	case map[string]any:
		for key := range value {
			value[key] = plain(value[key])
		}
	}
	return value
}

func main() {
	results := map[string]map[string]float64{}
	for _, name := range []string{"tiny", "medium", "large"} {
		text, _ := os.ReadFile(filepath.Join(os.Args[1], name+".tmpl"))
		file, _ := os.Open(filepath.Join(os.Args[1], name+".json"))
		decoder := json.NewDecoder(file)
		decoder.UseNumber()
		var data any
		if err := decoder.Decode(&data); err != nil {
			panic(err)
		}
		data = plain(data)
		parsed := template.Must(template.New(name).Parse(string(text)))
		results[name] = map[string]float64{
			"parse": measure(func() { template.Must(template.New(name).Parse(string(text))) }),
			"execute": measure(func() {
				var output bytes.Buffer
				if err := parsed.Execute(&output, data); err != nil {
					panic(err)
				}
			}),
		}
	}
	text, _ := json.Marshal(results)
	fmt.Println(string(text))
}
